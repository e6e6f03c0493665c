// A fake of the npm launcher of the CLI, which downloads the CLI if it is not in its cache.
const fs = require("node:fs");
const path = require("node:path");

const { FAKES, FAKE_LOG, FAKE_NODE, FAKE_DOWNLOAD, PULUMI_HOME, PULUMI_VERSION } = process.env;
fs.appendFileSync(FAKE_LOG, "download\n");

if (!FAKE_DOWNLOAD) {
  console.error("pulumi: fetch failed");
  process.exit(1);
}

const bin = path.join(PULUMI_HOME, "versions", PULUMI_VERSION, "bin");
fs.mkdirSync(bin, { recursive: true });
for (const name of ["pulumi", "pulumi-language-nodejs"]) {
  const source = fs.readFileSync(path.join(FAKES, `${name}.cjs`), "utf8");
  const content = FAKE_DOWNLOAD === "broken" ? "half a program" : `#!${FAKE_NODE}\n${source}`;
  fs.writeFileSync(path.join(bin, name), content, { mode: 0o755 });
}
