// A fake of Go: `go build` writes the fake CLI, or writes half of it and then waits until it is killed.
const fs = require("node:fs");
const path = require("node:path");

const { FAKES, FAKE_LOG, FAKE_NODE, FAKE_GO = "", HOME } = process.env;
const args = process.argv.slice(2);

const settings = {
  GOVERSION: FAKE_GO === "too old" ? "go1.22.0" : "go1.99.0",
  GOTOOLCHAIN: process.env.GOTOOLCHAIN ?? "auto",
  GOMODCACHE: process.env.GOMODCACHE ?? path.join(HOME, "go", "pkg", "mod"),
  GOCACHE: process.env.GOCACHE ?? path.join(HOME, ".cache", "go-build"),
  GOFLAGS: process.env.GOFLAGS ?? "",
};

function useModuleCache() {
  const folder = path.join(settings.GOMODCACHE, "some-module");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "file"), "");
}

function build() {
  const name = path.basename(args.at(-1));
  fs.appendFileSync(FAKE_LOG, `go build ${name}\n`);
  useModuleCache();
  const program = path.join(args[args.indexOf("-o") + 1], name);
  const source = `#!${FAKE_NODE}\n${fs.readFileSync(path.join(FAKES, `${name}.cjs`), "utf8")}`;
  if (FAKE_GO === "fails") {
    console.error("fake reason");
    process.exit(1);
  }
  if (FAKE_GO === "hangs") {
    fs.writeFileSync(program, source.slice(0, 100), { mode: 0o755 });
    fs.writeFileSync(`${FAKE_LOG}.go-pid`, String(process.pid));
    setInterval(() => {}, 1000);
    return;
  }
  setTimeout(() => fs.writeFileSync(program, source, { mode: 0o755 }), Number(process.env.FAKE_GO_MS ?? 0));
}

if (args[0] === "env") console.log(JSON.stringify(settings));
if (args[0] === "build") build();
