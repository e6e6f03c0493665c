import { describe, expect, test } from "@jest/globals";
import { handler as router } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../../../simulator/src";
import { useCleanup } from "../../../support/handler-setup";
import { InProcessResource, type ResourceState, startProcess } from "../../../support/in-process-resource";
import { changes, KEY, startPlatform } from "../../../support/platform";
import { failureOf } from "../../../support/until";

// A resource is renamed in the program. The run creates the new resource, which adopts the object of the old one, and
// then deletes the old one. The id of the old one in the state may differ from the platform's.

const { closeLater: opened } = useCleanup();

async function start(handler: { type: string }, options: SimulatorOptions = {}) {
  const platform = opened(await startPlatform({ taskTime: 0, ...options }));
  const place = { baseUrl: platform.url, apiKey: KEY, settings: { maxRetries: "0" } };
  const old = new InProcessResource(handler, place, "old");
  /** The next run: the resource with its new name, and the old one, which is deleted. */
  const rename = async (args: JsonObject) => {
    const process = startProcess();
    const renamed = new InProcessResource(handler, { ...place, process }, "renamed");
    const left = new InProcessResource(handler, { ...place, process }, "old");
    left.state = old.state as ResourceState;
    const outcome = await renamed.up(args).catch((error: Error) => error);
    return { renamed, left, outcome };
  };
  return { platform, old, rename };
}

const ROUTER = { projectId: 1, regionId: 2, name: "edge-router", ifExists: "adopt" };

const deletions = (platform: Simulator) => changes(platform).filter(([call]) => call.startsWith("DELETE"));

describe("an object that has moved to another resource is not deleted with the old one", () => {
  test("if a router had no id yet at the end of its run", async () => {
    const { platform, old, rename } = await start(router, {
      taskTime: "manual",
      visibleWhileCreating: false,
    });
    await failureOf(old.up(ROUTER, { create: "30s" }));
    expect(old.state?.id).toMatch(/^pending:/);
    platform.tasks.finish();
    const { renamed, left } = await rename(ROUTER);
    await left.destroy();
    expect(deletions(platform)).toEqual([]);
    expect(platform.routers.all()).toMatchObject([{ id: renamed.state?.id }]);
  });
});
