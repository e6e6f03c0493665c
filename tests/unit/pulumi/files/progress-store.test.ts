import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { AnyHandler } from "../../../../sdk/src/lifecycle/handler";
import {
  creationKey,
  currentScope,
  FileProgressStore,
  forgetCreation,
  type ProgressEntry,
} from "../../../../sdk/src/pulumi/files/progress-store";
import { ResourceProtocol } from "../../../../sdk/src/pulumi/process/protocol";
import { Session } from "../../../../sdk/src/pulumi/process/session";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../../../simulator/src";
import { TestClock } from "../../../support/clock";
import { createCleanup } from "../../../support/handler-setup";
import { InProcessResource, RecordingEngine } from "../../../support/in-process-resource";
import { CREATE, KEY, LAB, NETWORK, OFFICE, startPlatform } from "../../../support/platform";
import { temporaryFolder } from "../../../support/temporary-folder";
import { failureOf, settle } from "../../../support/until";

// Each store stands for a provider process on one machine.

let home: string;
let removeHome: () => void;
let folder: string;

beforeEach(() => {
  ({ path: home, remove: removeHome } = temporaryFolder());
  folder = join(home, "cloudplatform", "operations");
});

afterEach(() => removeHome());

const started = () => new FileProgressStore(folder, "scope");
const files = () => readdirSync(folder, { encoding: "utf8" });

const entry: ProgressEntry = { progress: { id: "one", tasks: ["t1"] }, address: "https://a/" };

describe("an entry", () => {
  test("is found by the next process, and under no other key", () => {
    started().save("a", entry);
    expect(started().load("a")).toEqual(entry);
    expect(started().load("b")).toBeUndefined();
  });

  test("is replaced by a later one", () => {
    const store = started();
    store.save("a", entry);
    store.save("a", { progress: { id: "two" } });
    expect([store.load("a"), started().load("a")]).toEqual([
      { progress: { id: "two" } },
      { progress: { id: "two" } },
    ]);
    expect(files()).toHaveLength(1);
  });

  test("does not exist after it is removed", () => {
    started().save("a", entry);
    const store = started();
    store.remove("a");
    expect([store.load("a"), started().load("a"), files()]).toEqual([undefined, undefined, []]);
  });

  test("does not contain the known state of the object", () => {
    started().save("a", { ...entry, progress: { ...entry.progress, known: { name: "of a router" } } });
    expect(
      files()
        .map((file) => readFileSync(join(folder, file), "utf8"))
        .join(),
    ).not.toContain("of a router");
    expect(started().load("a")).toEqual(entry);
  });

  test("that is older than a month is removed", () => {
    started().save("a", entry);
    const long = Date.now() / 1_000 - 40 * 86_400;
    for (const file of files()) utimesSync(join(folder, file), long, long);
    expect(started().load("a")).toBeUndefined();
    expect(files()).toEqual([]);
  });

  test.each([
    ["is incomplete", (text: string) => text.slice(0, 10)],
    ["is of another version", () => '{"facts":{"name":"edge"},"id":"one"}'],
    ["is not an object", () => "[]"],
  ])("that %s is ignored, and the others are read", (_, spoil) => {
    started().save("a", entry);
    const [file = ""] = files();
    started().save("b", entry);
    writeFileSync(join(folder, file), spoil(readFileSync(join(folder, file), "utf8")));
    expect([started().load("a"), started().load("b")]).toEqual([undefined, entry]);
    started().save("a", entry);
    expect(started().load("a")).toEqual(entry);
  });

  test("that cannot be removed does not prevent the others from being read", () => {
    started().save("a", entry);
    const stuck = join(folder, "stuck");
    mkdirSync(join(stuck, "inner"), { recursive: true });
    utimesSync(stuck, 0, 0);
    expect(started().load("a")).toEqual(entry);
  });

  test("that cannot be written is ignored", () => {
    writeFileSync(join(home, "cloudplatform"), "a file in its place");
    const store = started();
    store.save("a", entry);
    store.remove("a");
    expect(store.load("a")).toBeUndefined();
  });
});

describe("the scope of a state", () => {
  const { PULUMI_BACKEND_URL, PULUMI_HOME } = process.env;
  const cwd = process.cwd();
  let project: string;

  beforeEach(() => {
    setEnvironment({ PULUMI_BACKEND_URL: undefined, PULUMI_HOME: home });
    logIn("https://api.pulumi.com");
    project = join(home, "project");
    mkdirSync(join(project, "program"), { recursive: true });
    process.chdir(join(project, "program"));
  });

  afterEach(() => {
    setEnvironment({ PULUMI_BACKEND_URL, PULUMI_HOME });
    process.chdir(cwd);
  });

  function setEnvironment(variables: Record<string, string | undefined>): void {
    for (const [name, value] of Object.entries(variables)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }

  const logIn = (current: string) =>
    writeFileSync(join(home, "credentials.json"), JSON.stringify({ current, accounts: {} }));

  const projectWith = (url: string) =>
    writeFileSync(join(project, "Pulumi.yaml"), `name: demo\nbackend:\n  url: ${url}\nruntime: nodejs\n`);

  test("is another one with another backend in PULUMI_BACKEND_URL", () => {
    process.env.PULUMI_BACKEND_URL = "file:///one";
    const one = currentScope();
    process.env.PULUMI_BACKEND_URL = "file:///other";
    expect(currentScope()).not.toBe(one);
  });

  test("is another one with another backend chosen by pulumi login, but for a backend in PULUMI_BACKEND_URL", () => {
    const one = currentScope();
    logIn("file:///other");
    expect(currentScope()).not.toBe(one);
    process.env.PULUMI_BACKEND_URL = "https://api.pulumi.com";
    expect(currentScope()).toBe(one);
  });

  test("is another one with another backend in Pulumi.yaml above the program", () => {
    projectWith("file:///one");
    const one = currentScope();
    projectWith("file:///other");
    const other = currentScope();
    expect(other).not.toBe(one);
    writeFileSync(join(project, "Pulumi.yaml"), "name: demo\nruntime: nodejs\n");
    expect([one, other]).not.toContain(currentScope());
  });

  test.each([["nothing"], ["{"], ['"text"']])("can be found if the login is %s", (text) => {
    if (text === "nothing") rmSync(join(home, "credentials.json"));
    else writeFileSync(join(home, "credentials.json"), text);
    expect(currentScope()).toBe(currentScope());
  });

  test("is another one in another folder", () => {
    const one = currentScope();
    process.chdir(home);
    expect(currentScope()).not.toBe(one);
  });

  test("and the URN and the organization identify a creation, which the program forgets", () => {
    const store = new FileProgressStore();
    const key = creationKey(store.scope, "urn:a", "acme");
    expect(creationKey(store.scope, "urn:a", undefined)).not.toBe(key);
    expect(creationKey(store.scope, "urn:b", "acme")).not.toBe(key);
    store.save(key, entry);
    forgetCreation("urn:b", "acme");
    expect(new FileProgressStore().load(key)).toEqual(entry);
    forgetCreation("urn:a", "acme");
    expect(new FileProgressStore().load(key)).toBeUndefined();
  });
});

describe("the creation of a router", () => {
  const { closeLater: opened, closeAll } = createCleanup();
  afterEach(closeAll);

  const args = { projectId: 1, regionId: 2, name: "edge-router" };

  /** Each call of `process` is a provider process on the same machine, with an empty state. */
  async function start(options: SimulatorOptions = {}) {
    const platform = opened(await startPlatform({ taskTime: 0, ...options }));
    const place = { baseUrl: platform.url, apiKey: KEY };
    const process = (progressStore = started()) =>
      new InProcessResource(handler, { ...place, progressStore });
    return { platform, process };
  }

  test.each(["fail", "adopt", "create"])(
    "is continued with ifExists %s if its run ended and its state was not saved",
    async (ifExists) => {
      const { platform, process } = await start();
      const first = process();
      await first.up({ ...args, ifExists });
      const second = process();
      await second.up({ ...args, ifExists });
      expect(platform.count(CREATE)).toBe(1);
      expect(second.state?.id).toBe(first.state?.id);
      // That state was not saved either.
      await process().up({ ...args, ifExists });
      expect(platform.count(CREATE)).toBe(1);
    },
  );

  test("removes its entry when a later process finds the router in the state", async () => {
    const { process } = await start();
    const first = process();
    await first.up(args);
    expect(files()).toHaveLength(1);
    await Object.assign(process(), { state: structuredClone(first.state) }).up(args);
    expect(files()).toEqual([]);
  });

  // The engine got the result, so the router may belong to a stack: the same program in a stack of the same name, or after
  // `pulumi state delete`, or with another name for a router that was retained.
  test.each<[string, JsonObject]>([
    ["another name", { name: "other-router" }],
    ["another input", { routes: [] }],
  ])("that was reported is not used for a creation with %s", async (_, other) => {
    const { platform, process } = await start();
    await process().up(args);
    const second = process();
    const outcome = await second.up({ ...args, ...other }).catch(({ message }: Error) => message);
    if (other.name) expect(platform.count(CREATE)).toBe(2);
    else expect(outcome).toContain("[router-exists]");
    expect(platform.routers.all().map(({ name }) => name)).toContain("edge-router");
  });

  test("that was reported is not used if somebody has renamed the router since", async () => {
    const { platform, process } = await start();
    const first = process();
    await first.up(args);
    platform.routers.change(first.state?.id as string, { name: "renamed" });
    await process().up(args);
    expect(platform.routers.all().map(({ name }) => name)).toEqual(["renamed", "edge-router"]);
  });

  test("never writes an input in clear text", async () => {
    const secret = {
      projectId: 987_123_456,
      regionId: 876_234_567,
      name: "hidden-name-of-a-router",
      externalGatewayInfo: { networkId: NETWORK, enableSnat: false },
      interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.77" }, { subnetId: LAB }],
      routes: [{ destination: "192.168.77.0/24", nexthop: "10.0.1.78" }],
      ifExists: "create",
    };
    const { platform, process } = await start({ taskTime: "manual" });
    const texts = new Set<string>();
    class WatchedStore extends FileProgressStore {
      override save(key: string, saved: ProgressEntry): void {
        super.save(key, saved);
        for (const file of files()) texts.add(file).add(readFileSync(join(folder, file), "utf8"));
      }
    }
    await failureOf(process(new WatchedStore(folder, "scope")).up(secret, { create: "20s" }));
    platform.tasks.finish();
    await failureOf(process(new WatchedStore(folder, "scope")).up(secret, { create: "20s" }));
    const written = [...texts].join("\n");
    expect(written).toContain(platform.routers.all()[0]?.id);
    for (const value of [
      secret.name,
      `${secret.projectId}`,
      `${secret.regionId}`,
      ...[NETWORK, OFFICE, LAB, "10.0.1.7", "192.168.77", KEY],
    ])
      expect(written).not.toContain(value);
  });

  test("is another one in another organization", async () => {
    const { platform } = await start();
    const one = await createIn("one", platform);
    expect(await createIn("other", platform)).not.toBe(one);
    expect(platform.count(CREATE)).toBe(2);
    expect(await createIn("one", platform)).toBe(one);
    expect(platform.count(CREATE)).toBe(2);
  });

  /** Creates the router in a new process, for a stack of this organization. Returns its id. */
  async function createIn(organization: string, platform: Simulator): Promise<string> {
    const clock = new TestClock();
    const session = new Session({
      clock,
      engine: new RecordingEngine(),
      progressStore: started(),
    });
    const protocol = new ResourceProtocol(handler as unknown as AnyHandler, session);
    const config = { "cloudplatform:baseUrl": platform.url, "cloudplatform:apiKey": KEY };
    protocol.configure({ config: { get: (key) => config[key as keyof typeof config] } });
    const __urn = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/cloudplatform:Router::edge";
    const declared = { ...args, ifExists: "create", __urn, __org: organization };
    const { inputs } = await protocol.check({}, declared);
    return (await settle(clock, protocol.create(inputs), platform.url)).id;
  }
});
