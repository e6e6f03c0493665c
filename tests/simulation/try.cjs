process.env.TZ = "UTC";
require("./register.cjs");
const { live } = require("./history.ts");
(async () => {
  const [from, count, verbose] = process.argv.slice(2);
  await live({ seed: "0" });
  const base = process.cpuUsage();
  const begin = performance.now();
  const kinds = new Map();
  let bad = 0,
    runs = 0,
    requests = 0;
  const counts = new Map();
  for (let i = 0; i < Number(count); i++) {
    const seed = `${Number(from) + i}`;
    const r = await live({ seed });
    runs += r.runs;
    requests += r.requests;
    for (const [k, v] of r.counts) counts.set(k, (counts.get(k) ?? 0) + v);
    if (r.violations.length) {
      bad++;
      for (const { invariant, text } of r.violations) {
        const e = kinds.get(invariant) ?? [];
        e.push(`${seed}: ${text.slice(0, 400)}`);
        kinds.set(invariant, e);
      }
    }
    if (verbose) console.log(r.story.join("\n"));
  }
  const c = process.cpuUsage(base);
  console.log(((c.user + c.system) / 1000 / count).toFixed(1) + " ms CPU each");
  const s = (performance.now() - begin) / 1000;
  console.log(
    `${count} histories in ${s.toFixed(1)} s (${((count / s) * 60).toFixed(0)}/min), ${runs} runs, ${requests} requests, ${bad} with violations`,
  );
  for (const [k, v] of kinds) console.log(k, v.length, "\n   " + v.slice(0, 4).join("\n   "));
  if (verbose) console.log(counts);
})();
