import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { callScript } from "../support/script-module";
import { useTemporaryFolder } from "../support/temporary-folder";

const temporary = useTemporaryFolder();

const npmScript = (system: object) => callScript("setup/run.mjs", "npmScript", system);

/** An npm that is installed beside Node, as on Windows. */
function installNpm(): { execPath: string; script: string } {
  const script = join(temporary.path, "node_modules", "npm", "bin", "npm-cli.js");
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, "");
  return { execPath: join(temporary.path, "node.exe"), script };
}

test.each(["linux", "darwin", "win32"])("on %s, set-up uses the npm that runs it", async (platform) => {
  const { execPath } = installNpm();
  const running = join(temporary.path, "npm-cli.js");
  expect(await npmScript({ platform, execPath, env: { npm_execpath: running } })).toBe(running);
});

test.each([{}, { npm_execpath: "/other/pnpm.cjs" }])(
  "without npm around it, set-up starts the npm of the PATH, and on Windows Node with the npm beside it: %j",
  async (env) => {
    const { execPath, script } = installNpm();
    expect(await npmScript({ platform: "linux", execPath, env })).toBeNull();
    expect(await npmScript({ platform: "win32", execPath, env })).toBe(script);
  },
);
