import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@jest/globals";
import { root } from "../support/command";
import { useTemporaryFolder } from "../support/temporary-folder";

const temporary = useTemporaryFolder();

/** Set-up consists of ES modules, which jest cannot load. */
function npmScript(system: { platform: string; execPath: string; env: object }): string | null {
  const module = pathToFileURL(join(root, "scripts", "setup", "npm.mjs")).href;
  const script =
    `const { npmScript } = await import(${JSON.stringify(module)});` +
    `console.log(JSON.stringify(npmScript(${JSON.stringify(system)}) ?? null));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  return JSON.parse(output);
}

/** An npm that is installed beside Node, as on Windows. */
function installNpm(): { execPath: string; script: string } {
  const script = join(temporary.path, "node_modules", "npm", "bin", "npm-cli.js");
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, "");
  return { execPath: join(temporary.path, "node.exe"), script };
}

test.each(["linux", "darwin", "win32"])("on %s, set-up uses the npm that runs it", (platform) => {
  const { execPath } = installNpm();
  const running = join(temporary.path, "npm-cli.js");
  expect(npmScript({ platform, execPath, env: { npm_execpath: running } })).toBe(running);
});

test.each([{}, { npm_execpath: "/other/pnpm.cjs" }])(
  "without npm around it, set-up starts the npm of the PATH, and on Windows Node with the npm beside it: %j",
  (env) => {
    const { execPath, script } = installNpm();
    expect(npmScript({ platform: "linux", execPath, env })).toBeNull();
    expect(npmScript({ platform: "win32", execPath, env })).toBe(script);
  },
);
