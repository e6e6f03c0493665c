// A fake of the TypeScript compiler.
require("node:fs").appendFileSync(process.env.FAKE_LOG, "tsc\n");
if (process.env.FAKE_HANGS === "tsc") require(`${process.env.FAKES}/hang.cjs`);
if (process.env.FAKE_TSC === "fails") {
  console.log("error TS0: fake error");
  process.exitCode = 1;
}
