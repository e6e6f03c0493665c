// A fake of npm: `npm ci` writes the other fakes to node_modules, and the only package that set-up itself uses.
const fs = require("node:fs");
const path = require("node:path");

const { FAKES, FAKE_LOG, FAKE_NODE, FAKE_NPM } = process.env;
const command = process.argv[2];
const isPart = process.argv.some((arg) => arg.startsWith("--workspace="));
fs.appendFileSync(FAKE_LOG, `npm ${command}${isPart ? "" : " of all workspaces"}\n`);

function write(file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
}

async function addNode() {
  const { projectNode } = await import(path.resolve("scripts/setup/paths.mjs"));
  write(projectNode, "a program for another system");
  fs.chmodSync(projectNode, 0o755);
  if (FAKE_NPM === "broken node") return;
  fs.rmSync(projectNode);
  fs.symlinkSync(FAKE_NODE, projectNode);
}

function ci() {
  fs.rmSync("node_modules", { recursive: true, force: true });
  write("node_modules/typescript/bin/tsc", fs.readFileSync(path.join(FAKES, "tsc.cjs")));
  if (process.env.FAKE_HANGS === "npm") return require(path.join(FAKES, "hang.cjs"));
  if (FAKE_NPM === "fails") {
    console.error("npm error fake reason");
    process.exit(1);
  }
  const semver = path.dirname(require.resolve("semver/package.json", { paths: [FAKES] }));
  fs.symlinkSync(semver, "node_modules/semver");
  write("node_modules/pulumi/run.js", fs.readFileSync(path.join(FAKES, "launcher.cjs")));
  fs.mkdirSync("node_modules/.bin");
  fs.symlinkSync("../pulumi/run.js", "node_modules/.bin/pulumi");
  write("node_modules/@pulumi/pulumi/pulumi-resource-pulumi-nodejs", "#!/bin/sh\n");
  if (FAKE_NPM !== "no node") return addNode();
}

if (command === "ci") ci();
