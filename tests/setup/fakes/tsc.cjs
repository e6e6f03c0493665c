// A fake of the TypeScript compiler.
const fs = require("node:fs");

const args = process.argv.slice(2);
fs.appendFileSync(process.env.FAKE_LOG, `tsc ${args.includes("--force") ? "all" : "changed"}\n`);

for (const project of args.filter((arg) => !arg.startsWith("-"))) {
  fs.mkdirSync(`${project}/dist`, { recursive: true });
  fs.writeFileSync(`${project}/dist/index.js`, "");
  if (process.env.FAKE_HANGS === "tsc") {
    require(`${process.env.FAKES}/hang.cjs`);
    break;
  }
  if (process.env.FAKE_TSC === "fails") {
    console.log("error TS0: fake error");
    process.exit(1);
  }
}
