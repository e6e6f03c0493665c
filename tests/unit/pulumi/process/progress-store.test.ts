import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { AnyHandler } from "../../../../sdk/src/lifecycle/handler";
import type { Progress } from "../../../../sdk/src/lifecycle/progress";
import { FileProgressStore, type ProgressKey } from "../../../../sdk/src/pulumi/process/progress-store";
import { ResourceProtocol } from "../../../../sdk/src/pulumi/process/protocol";
import { Session } from "../../../../sdk/src/pulumi/process/session";
import { handler } from "../../../../sdk/src/resources/router/handler";
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
  folder = join(home, "cloudplatform", "creations");
});

afterEach(() => removeHome());

const started = (scope?: string) => new FileProgressStore(folder, scope);
const files = () => readdirSync(folder, { encoding: "utf8" });

describe("an entry", () => {
  const place = (resource: string): ProgressKey => ({ resource, objectKey: (id) => `object ${id}` });
  const a = place("a");
  const progress: Progress = { id: "one", tasks: ["t1"], lookup: { at: 1, before: [] }, declared: ["name"] };

  test("is found by the next process, and by no other resource", () => {
    started().save(a, progress);
    expect(started().load(a)).toEqual(progress);
    expect(started().load(place("b"))).toBeUndefined();
  });

  test("is replaced by a later one", () => {
    const store = started();
    store.save(a, progress);
    store.save(a, { lookup: {}, id: "two" });
    expect([store.load(a), started().load(a)]).toEqual([
      { lookup: {}, id: "two" },
      { lookup: {}, id: "two" },
    ]);
    expect(files()).toHaveLength(1);
  });

  test("does not exist after it is removed, because the creation had no result", () => {
    started().save(a, progress);
    const store = started();
    store.remove(a);
    expect([store.load(a), started().load(a), files()]).toEqual([undefined, undefined, []]);
  });

  test("does not contain the known state of the object", () => {
    started().save(a, { ...progress, known: { name: "of a router" } });
    expect(
      files()
        .map((file) => readFileSync(join(folder, file), "utf8"))
        .join(),
    ).not.toContain("of a router");
    expect(started().load(a)).toEqual(progress);
  });

  test("can be read by its owner only", () => {
    started().save(a, progress);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(files().map((file) => statSync(join(folder, file)).mode & 0o777)).toEqual([0o600]);
  });

  test("is removed when a later process confirms its object", () => {
    started().save(a, progress);
    started().save(place("b"), { ...progress, id: "two" });
    const later = started();
    later.confirm("object three");
    expect(files()).toHaveLength(2);
    later.confirm("object one");
    expect([later.load(a), started().load(a)]).toEqual([undefined, undefined]);
    expect(started().load(place("b"))).toEqual({ ...progress, id: "two" });
  });

  test("remains when the process that wrote it confirms its object", () => {
    const store = started();
    store.save(a, progress);
    store.confirm("object one");
    expect(started().load(a)).toEqual(progress);
  });

  test("is removed also if the later process has written it again before", () => {
    started().save(a, progress);
    const later = started();
    later.save(a, { ...progress, tasks: [] });
    later.confirm("object one");
    expect(started().load(a)).toBeUndefined();
  });

  test("remains when its earlier object is confirmed", () => {
    started().save(a, progress);
    const later = started();
    later.save(a, { ...progress, id: "two" });
    later.confirm("object one");
    expect(started().load(a)).toMatchObject({ id: "two" });
  });

  test("that is older than a month is removed", () => {
    started().save(a, progress);
    const long = Date.now() / 1_000 - 40 * 86_400;
    for (const file of files()) utimesSync(join(folder, file), long, long);
    expect(started().load(a)).toBeUndefined();
    expect(files()).toEqual([]);
  });

  test.each([
    ["is incomplete", (text: string) => text.slice(0, 10)],
    ["is of another version", () => '{"facts":{"name":"edge"},"id":"one"}'],
    ["is not an object", () => "[]"],
  ])("that %s is ignored, and the others are read", (_, spoil) => {
    started().save(a, progress);
    const [file = ""] = files();
    started().save(place("b"), progress);
    writeFileSync(join(folder, file), spoil(readFileSync(join(folder, file), "utf8")));
    expect([started().load(a), started().load(place("b"))]).toEqual([undefined, progress]);
    started().save(a, progress);
    expect(started().load(a)).toEqual(progress);
  });

  test("that cannot be removed does not prevent the others from being read", () => {
    started().save(a, progress);
    const stuck = join(folder, "stuck");
    mkdirSync(join(stuck, "inner"), { recursive: true });
    utimesSync(stuck, 0, 0);
    expect(started().load(a)).toEqual(progress);
  });

  test("that cannot be written is ignored", () => {
    writeFileSync(join(home, "cloudplatform"), "a file in its place");
    const store = started();
    store.save(a, progress);
    store.confirm("object one");
    store.remove(a);
    expect(store.load(a)).toBeUndefined();
  });
});

describe("an entry for the same resource name belongs to another resource", () => {
  const place: ProgressKey = { resource: "a", objectKey: (id) => id };
  const progress = { id: "one", lookup: {} };
  const { PULUMI_BACKEND_URL, PULUMI_HOME } = process.env;
  const cwd = process.cwd();

  beforeEach(() => {
    setEnvironment({ PULUMI_BACKEND_URL: undefined, PULUMI_HOME: home });
    logIn("https://api.pulumi.com");
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

  test("with another backend in PULUMI_BACKEND_URL", () => {
    process.env.PULUMI_BACKEND_URL = "file:///one";
    started().save(place, progress);
    process.env.PULUMI_BACKEND_URL = "file:///other";
    expect(started().load(place)).toBeUndefined();
    process.env.PULUMI_BACKEND_URL = "file:///one";
    expect(started().load(place)).toEqual(progress);
  });

  test("with another backend chosen by pulumi login", () => {
    started().save(place, progress);
    logIn("file:///other");
    expect(started().load(place)).toBeUndefined();
    logIn("https://api.pulumi.com");
    expect(started().load(place)).toEqual(progress);
  });

  test("but not if the same backend is named in another way", () => {
    started().save(place, progress);
    logIn("file:///other");
    process.env.PULUMI_BACKEND_URL = "https://api.pulumi.com";
    expect(started().load(place)).toEqual(progress);
  });

  test.each([["nothing"], ["{"], ['"text"']])("but not if the login is %s", (text) => {
    if (text === "nothing") rmSync(join(home, "credentials.json"));
    else writeFileSync(join(home, "credentials.json"), text);
    started().save(place, progress);
    expect(started().load(place)).toEqual(progress);
  });

  test("in another project's folder", () => {
    started().save(place, progress);
    process.chdir(home);
    expect(started().load(place)).toBeUndefined();
  });

  test("and is not confirmed from another folder", () => {
    started().save(place, progress);
    process.chdir(home);
    started().confirm("one");
    process.chdir(cwd);
    expect(started().load(place)).toEqual(progress);
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

  test.each<[string, (resource: InProcessResource) => Promise<unknown>]>([
    ["another up", (resource) => resource.up(args)],
    ["a refresh", (resource) => resource.refresh()],
    ["a destroy", (resource) => resource.destroy()],
  ])("keeps its entry until %s of a later process finds the router in the state", async (_, run) => {
    const { process } = await start();
    const first = process();
    await first.up(args);
    await run(Object.assign(process(), { state: structuredClone(first.state) }));
    expect(files()).toEqual([]);
  });

  test("keeps its entry at the end of its own process, whatever that process does after it", async () => {
    const { process } = await start();
    const first = process();
    await first.up(args);
    await first.refresh();
    await first.diff(args);
    expect(files()).toHaveLength(1);
  });

  test("does not prevent a replacement of the router in the second run", async () => {
    const { platform, process } = await start();
    const first = process();
    await first.up({ ...args, ifExists: "create" });
    const second = Object.assign(process(), { state: structuredClone(first.state) });
    await second.replaceBy({ ...args, ifExists: "create" });
    expect(second.state?.id).toBe(first.state?.id);
    const third = Object.assign(process(), { state: structuredClone(second.state) });
    await third.replaceBy({ ...args, ifExists: "create" });
    expect(third.state?.id).not.toBe(first.state?.id);
    expect(platform.routers.all()).toMatchObject([{ id: third.state?.id }]);
  });

  test("leaves no entry if the platform refuses it", async () => {
    const { platform, process } = await start();
    platform.faults.add("status:code=400@POST");
    await failureOf(process().up(args));
    expect(files()).toEqual([]);
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
      override save(place: ProgressKey, progress: Progress): void {
        super.save(place, progress);
        for (const file of files()) texts.add(file).add(readFileSync(join(folder, file), "utf8"));
      }
    }
    await failureOf(process(new WatchedStore(folder)).up(secret, { create: "20s" }));
    platform.tasks.finish();
    await failureOf(process(new WatchedStore(folder)).up(secret, { create: "20s" }));
    const written = [...texts].join("\n");
    expect(written).toContain(platform.routers.all()[0]?.id);
    for (const value of [
      secret.name,
      `${secret.projectId}`,
      `${secret.regionId}`,
      ...[NETWORK, OFFICE, LAB, "10.0.1.7", "192.168.77", KEY, platform.url],
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

  test("is the same one in a backend without organizations, whether the program names the default or none", async () => {
    const { platform } = await start();
    const created = await createIn("organization", platform);
    expect(await createIn(undefined, platform)).toBe(created);
    expect(platform.count(CREATE)).toBe(1);
  });

  /** Creates the router in a new process, for a stack of this organization. Returns its id. */
  async function createIn(organization: string | undefined, platform: Simulator): Promise<string> {
    const clock = new TestClock();
    const session = new Session({
      version: "0",
      clock,
      engine: new RecordingEngine(),
      progressStore: started(),
    });
    const protocol = new ResourceProtocol(handler as unknown as AnyHandler, session);
    const config = { "cloudplatform:baseUrl": platform.url, "cloudplatform:apiKey": KEY };
    protocol.configure({ config: { get: (key) => config[key as keyof typeof config] } });
    const __urn = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/cloudplatform:Router::edge";
    const declared = { ...args, ifExists: "create", __urn, ...(organization && { __org: organization }) };
    const { inputs } = await protocol.check({}, declared);
    return (await settle(clock, protocol.create(inputs), platform.url)).id;
  }
});
