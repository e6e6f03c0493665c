import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { FileRecordStore, type StoredRecord } from "../../../../sdk/src/pulumi/files/record-store";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { SimulatorOptions } from "../../../../simulator/src";
import { useCleanup } from "../../../support/handler-setup";
import { InProcessResource } from "../../../support/in-process-resource";
import { CREATE, KEY, LAB, NETWORK, OFFICE, startPlatform } from "../../../support/platform";
import { useProgressFolder } from "../../../support/progress-folder";
import { failureOf } from "../../../support/until";

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
    "continues with ifExists %s if its run ended and its state was not saved",
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

  test("keeps its record while a later process only reads the router with get", async () => {
    const { process } = await start();
    const first = process();
    await first.up(args);
    await process().get(first.state?.id as string, { projectId: 1, regionId: 2 });
    expect(files()).toHaveLength(1);
  });

  // No state has the router, so no stack would delete it.
  test.each<[string, JsonObject]>([
    ["another name", { name: "other-router" }],
    ["another input", { interfaces: [{ subnetId: OFFICE }] }],
  ])("continues with %s if it was reported, and is in no state", async (_, other) => {
    const { platform, process } = await start();
    const first = process();
    await first.up(args);
    const second = process();
    await second.up({ ...args, ...other });
    expect(platform.count(CREATE)).toBe(1);
    expect(second.state?.id).toBe(first.state?.id);
    expect(second.outputs).toMatchObject({ ...args, ...other });
  });

  test("continues if somebody has renamed the router since, and renames it back", async () => {
    const { platform, process } = await start();
    const first = process();
    await first.up(args);
    const id = first.state?.id as string;
    platform.routers.change(id, { name: "renamed" });
    await process().up(args);
    expect(platform.routers.all()).toMatchObject([{ id, name: "edge-router" }]);
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
      override save(key: string, saved: StoredRecord): boolean {
        const isWritten = super.save(key, saved);
        for (const file of files()) texts.add(file).add(readFileSync(join(folder(), file), "utf8"));
        return isWritten;
      }
    }
    for (const _ of ["creation", "change"]) {
      const store = new WatchedStore({ folder: folder(), scope: "scope" });
      await failureOf(process(store).up(secret, { create: "20s" }));
      platform.tasks.finish();
    }
    const written = [...texts].join("\n");
    expect(written).toContain(platform.routers.all()[0]?.id);
    const { name, projectId, regionId } = secret;
    for (const value of [
      name,
      `${projectId}`,
      `${regionId}`,
      NETWORK,
      OFFICE,
      LAB,
      "10.0.1.7",
      "192.168.77",
      KEY,
    ])
      expect(written).not.toContain(value);
  });
});
