process.env.TZ = "UTC";
require("./register.cjs");
const { live } = require("./history.ts");
const { shortest } = require("./shrink.ts");
(async () => {
  const [seed, n = 30, choice] = process.argv.slice(2);
  const start = choice ? JSON.parse(choice) : { seed };
  const r = await live(start);
  const s = r.violations.length && !choice ? await shortest(start, r) : r;
  const lines = s.story.filter(
    (l) => !/GET .*(tasks\/|\/tasks )/.test(l) || /lost|fault|\(/.test(l.slice(60)),
  );
  const last = lines.findLastIndex((l) => l.includes("VIOLATION"));
  console.log(
    lines
      .slice(Math.max(0, last - Number(n)), last + 1)
      .join("\n")
      .split("\n")
      .map((l) => l.slice(0, 300))
      .join("\n"),
  );
  console.log(JSON.stringify(s.choice));
})();
