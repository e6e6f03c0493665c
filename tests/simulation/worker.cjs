// Lives histories for the command `simulate`, which sends their seeds.
process.env.TZ = "UTC";
require("./register.cjs");
const { live } = require("./history.ts");
const { shortest } = require("./shrink.ts");

process.on("message", async ({ seeds, shrinks }) => {
  for (const seed of seeds) {
    const result = await live({ seed });
    const failed = result.violations.length > 0 && shrinks ? await shortest({ seed }, result) : result;
    process.send({
      ...result,
      ...failed,
      story: failed.violations.length > 0 ? failed.story : [],
      seed,
      counts: [...result.counts],
    });
  }
  process.send({ done: true });
});
