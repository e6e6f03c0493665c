// A fake of Go: `go build` writes the fake CLI or a language host, or writes half of it and then hangs. `go list` prints the folder of
// a module.
const fs = require("node:fs");
const path = require("node:path");

const { FAKES, FAKE_LOG, FAKE_NODE, FAKE_GO = "", FAKE_HANGS, HOME } = process.env;
const args = process.argv.slice(2);

const settings = {
  GOVERSION: FAKE_GO === "too old" ? "go1.22.0" : "go1.99.0",
  GOTOOLCHAIN: process.env.GOTOOLCHAIN ?? "auto",
};
const moduleFolder = path.join(HOME, "go", "some-module");

function build() {
  const name = path.basename(args.at(-1));
  // Each version of the CLI has a module.
  fs.appendFileSync(FAKE_LOG, `go build ${name === "pulumi" ? path.basename(process.cwd()) : name}\n`);
  const program = path.join(args[args.indexOf("-o") + 1], name);
  const fake = name === "pulumi" ? "pulumi.cjs" : "pulumi-language-nodejs.cjs";
  const source = `#!${FAKE_NODE}\n${fs.readFileSync(path.join(FAKES, fake), "utf8")}`;
  if (FAKE_GO === "fails") {
    console.error("fake reason");
    process.exit(1);
  }
  if (FAKE_HANGS === "go") {
    fs.writeFileSync(program, source.slice(0, 100), { mode: 0o755 });
    return require(path.join(FAKES, "hang.cjs"));
  }
  fs.writeFileSync(program, source, { mode: 0o755 });
}

function list() {
  const scripts = path.join(moduleFolder, "python", "cmd");
  fs.mkdirSync(scripts, { recursive: true });
  fs.writeFileSync(path.join(scripts, "pulumi-language-python-exec"), "");
  console.log(moduleFolder);
}

if (args[0] === "list") list();
if (args[0] === "env") console.log(JSON.stringify(settings));
if (args[0] === "build") build();
