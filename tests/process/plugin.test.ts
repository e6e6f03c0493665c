import { once } from "node:events";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { afterEach, expect, test } from "@jest/globals";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { GetSchemaRequest, type GetSchemaResponse } from "@pulumi/pulumi/proto/provider_pb";
import { type Command, eventually, projectEnv, root, start } from "../support/command";
import { temporaryFolder } from "../support/temporary-folder";

// The process of the plugin as the engine starts it. tests/engine/plugin.test.ts has its life with the real CLI.

const open: Array<() => void> = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const PLUGIN = join("sdk", "plugin", "pulumi-resource-cloudplatform");

/** Starts the plugin in another folder than that of the package. */
async function startPlugin({
  plugin = join(root, PLUGIN),
  engine = "127.0.0.1:1",
  cwd = temporary(),
  env = {},
} = {}) {
  const command = start(plugin, [engine], { cwd, env: { ...(await projectEnv()), ...env } });
  open.push(() => command.child.kill("SIGKILL"));
  return command;
}

function temporary(): string {
  const folder = temporaryFolder();
  open.push(() => folder.remove());
  return folder.path;
}

async function addressOf(command: Command): Promise<string> {
  await eventually(() => command.printed().includes("\n") || command.child.exitCode !== null);
  return `127.0.0.1:${command.printed().trim()}`;
}

const PRINT_MODULES = `--require=${JSON.stringify(join(root, "tests", "support", "print-modules.cjs"))}`;

test("the schema is served from any folder, without loading resources, and SIGINT ends the process", async () => {
  const command = await startPlugin({ env: { NODE_OPTIONS: PRINT_MODULES } });
  const client = new ResourceProviderClient(await addressOf(command), credentials.createInsecure());
  const schema = await new Promise<string>((resolve, reject) =>
    client.getSchema(new GetSchemaRequest(), (error: ServiceError | null, reply: GetSchemaResponse) =>
      error ? reject(error) : resolve(reply.getSchema()),
    ),
  );
  client.close();
  expect(JSON.parse(schema)).toEqual(
    JSON.parse(readFileSync(join(root, "sdk", "plugin", "schema.json"), "utf8")),
  );
  command.child.kill("SIGINT");
  const { code, stdout } = await command.ended;
  expect(code).toBe(0);
  expect(stdout).toContain(join("sdk", "dist", "doors", "plugin", "server.js"));
  for (const folder of ["resources", "platform", "functions"])
    expect(stdout).not.toContain(join("sdk", "dist", folder));
});

test("the process ends when its engine has gone, also if the engine has asked nothing", async () => {
  const engine = createServer().listen(0);
  const connected = once(engine, "session");
  const { port } = engine.address() as AddressInfo;
  const command = await startPlugin({ engine: `127.0.0.1:${port}` });
  const [session] = (await connected) as [ServerHttp2Session];
  await addressOf(command);
  engine.close();
  session.destroy();
  expect((await command.ended).code).toBe(0);
});

/** A copy of the package without modules beside it. */
function packageAlone(): string {
  const folder = temporary();
  for (const part of ["package.json", "plugin", "dist"])
    cpSync(join(root, "sdk", part), join(folder, part), { recursive: true });
  return join(folder, "plugin", "pulumi-resource-cloudplatform");
}

test("without @pulumi/pulumi one sentence says what to install, and where", async () => {
  const { code, stdout, stderr } = await (await startPlugin({ plugin: packageAlone() })).ended;
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toMatch(/\[pulumi-sdk-not-installed\].*`npm install pulumi-cloudplatform @pulumi\/pulumi`/);
});

test("if the package has no @pulumi/pulumi beside it, the plugin loads that of the project's folder", async () => {
  const cwd = temporary();
  symlinkSync(join(root, "node_modules"), join(cwd, "node_modules"), "junction");
  const command = await startPlugin({ plugin: packageAlone(), cwd });
  expect(await addressOf(command)).toMatch(/:\d+$/);
});

const { engines } = require(join(root, "sdk", "package.json")) as { engines: { node: string } };
const lowest = engines.node.replace(">=", "");

test("without Node on the PATH one sentence says which one is needed", async () => {
  const { code, stdout, stderr } = await (await startPlugin({ env: { PATH: temporary() } })).ended;
  const sentence = `pulumi-cloudplatform needs Node ${lowest} or newer, and there is no \`node\` on the PATH [node-too-old]. Install Node.`;
  expect([code, stdout, stderr]).toEqual([1, "", `${sentence}\n`]);
  // The script for Windows, which has other quotes.
  expect(readFileSync(join(root, `${PLUGIN}.cmd`), "utf8")).toContain(sentence.replaceAll("`", '"'));
});

test("on a Node that is too old one sentence says so", async () => {
  const old = encodeURIComponent('Object.defineProperty(process.versions,"node",{value:"20.20.2"})');
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${old}` };
  const { code, stdout, stderr } = await (await startPlugin({ env })).ended;
  const sentence = `pulumi-cloudplatform needs Node ${lowest} or newer, and this is Node 20.20.2 [node-too-old]. Install a newer Node.`;
  expect([code, stdout, stderr]).toEqual([1, "", `${sentence}\n`]);
});
