import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { AnyResource } from "../../../../sdk/src/lifecycle/resource";
import { FileRecordStore, type StoredRecord } from "../../../../sdk/src/pulumi/files/record-store";
import { ResourceProtocol } from "../../../../sdk/src/pulumi/process/protocol";
import { Session } from "../../../../sdk/src/pulumi/process/session";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../../../simulator/src";
import { TestClock } from "../../../support/clock";
import { useCleanup } from "../../../support/handler-setup";
import { InProcessResource, RecordingEngine } from "../../../support/in-process-resource";
import { CREATE, KEY, LAB, NETWORK, OFFICE, startPlatform } from "../../../support/platform";
import { useProgressFolder } from "../../../support/progress-folder";
import { failureOf, settle } from "../../../support/until";

const { folder, started, files } = useProgressFolder();

describe("the creation of a router", () => {
  const { closeLater: opened } = useCleanup();

  const args = { projectId: 1, regionId: 2, name: "edge-router" };

  /** Each call of `process` is a provider process on the same machine, with an empty state. */
  async function start(options: SimulatorOptions = {}) {
    const platform = opened(await startPlatform({ taskTime: 0, ...options }));
    const place = { baseUrl: platform.url, apiKey: KEY };
    const process = (recordStore = started()) => new InProcessResource(handler, { ...place, recordStore });
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

  test("removes its record when a later process finds the router in the state", async () => {
    const { process } = await start();
    const first = process();
    await first.up(args);
    expect(files()).toHaveLength(1);
    await Object.assign(process(), { state: structuredClone(first.state) }).up(args);
    expect(files()).toEqual([]);
  });

  // No state has the router, so no stack would delete it.
  test.each<[string, JsonObject]>([
    ["another name", { name: "other-router" }],
    [
      "another input",
      {
        routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.1.13" }],
        interfaces: [{ subnetId: OFFICE }],
      },
    ],
  ])("that was reported, and is in no state, is continued with %s", async (_, other) => {
    const { platform, process } = await start();
    const first = process();
    await first.up(args);
    const second = process();
    await second.up({ ...args, ...other });
    expect(platform.count(CREATE)).toBe(1);
    expect(second.state?.id).toBe(first.state?.id);
    expect(second.outputs).toMatchObject({ ...args, ...other });
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
    class WatchedStore extends FileRecordStore {
      override save(key: string, saved: StoredRecord): void {
        super.save(key, saved);
        for (const file of files()) texts.add(file).add(readFileSync(join(folder(), file), "utf8"));
      }
    }
    await failureOf(
      process(new WatchedStore({ folder: folder(), scope: "scope" })).up(secret, { create: "20s" }),
    );
    platform.tasks.finish();
    await failureOf(
      process(new WatchedStore({ folder: folder(), scope: "scope" })).up(secret, { create: "20s" }),
    );
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
      recordStore: started(),
    });
    const protocol = new ResourceProtocol(handler as unknown as AnyResource, session);
    const config = { "cloudplatform:baseUrl": platform.url, "cloudplatform:apiKey": KEY };
    protocol.configure({ config: { get: (key) => config[key as keyof typeof config] } });
    const __urn = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/cloudplatform:Router::edge";
    const declared = { ...args, ifExists: "create", __urn, __org: organization };
    const { inputs } = await protocol.check({}, declared);
    return (await settle(clock, protocol.create(inputs), platform.url)).id;
  }
});
