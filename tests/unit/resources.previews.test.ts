import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../sdk/src/util/json";
import type { Simulator } from "../../simulator/src";
import { handlerSetUp } from "../support/handler-setup";
import type { InProcessResource } from "../support/in-process-resource";
import { MemoryRecordStore } from "../support/in-process-resource";
import { SCENARIOS } from "../support/resource-fixtures";
import type { NamedScenario } from "../support/scenarios";

// A preview changes nothing: it sends no change, and leaves the state and the records of creations as they are. A record whose
// object the state has is not needed any more.

interface Situation {
  platform: Simulator;
  resource: InProcessResource;
  scenario: NamedScenario;
}

/** What a preview may meet. It returns the inputs that the preview declares. */
const SITUATIONS: Record<string, (situation: Situation) => Promise<JsonObject>> = {
  "nothing exists": async ({ scenario: { first } }) => first,
  "the object exists already": async ({ resource, scenario: { first } }) => {
    await resource.up(first);
    resource.state = undefined;
    return first;
  },
  "nothing differs": async ({ resource, scenario: { first } }) => {
    await resource.up(first);
    return first;
  },
  "the inputs differ": async ({ resource, scenario: { first, changes } }) => {
    await resource.up(first);
    return changes.update ?? changes.replace ?? first;
  },
  "the object is gone": async ({ platform, resource, scenario: { first, changes, remove } }) => {
    await resource.up(first);
    remove?.(platform);
    return changes.update ?? changes.replace ?? first;
  },
  "the key is refused": async ({ platform, scenario: { first } }) => {
    platform.faults.add("status:code=401@GET");
    return first;
  },
  "the platform fails": async ({ platform, scenario: { first } }) => {
    platform.faults.add("status:code=500@GET");
    return first;
  },
  "replies are lost": async ({ platform, scenario: { first } }) => {
    platform.faults.add("reset-before@GET");
    return first;
  },
};

describe.each(SCENARIOS)("$name", (scenario) => {
  const { handler, options = {}, prepare } = scenario;
  const { open } = handlerSetUp(handler, { taskTime: 0 });

  test.each(Object.keys(SITUATIONS))("a preview changes nothing if %s", async (situation) => {
    const disk = new MemoryRecordStore();
    const { platform, on } = await open({ ...options, settings: { maxRetries: "0" } });
    prepare?.(platform);
    const resource = on(undefined, disk);
    const args = await SITUATIONS[situation]?.({ platform, resource, scenario });
    const recorded = () => (resource.state ? [] : [...disk.entries()]);
    const before = structuredClone({ state: resource.state, records: recorded() });
    platform.clearRequests();
    // A failure of a check is a result, too.
    await resource.previewed(args ?? {}).catch(() => {});
    expect(platform.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect({ state: resource.state, records: recorded() }).toEqual(before);
  });
});
