import { afterEach, expect, test } from "@jest/globals";
import { objectKinds, openAreas } from "../../../simulator/src/areas";
import { faultExamples } from "../../../simulator/src/faults/kinds";
import { settle } from "../../../simulator/src/options";
import { createPlatform } from "../../../simulator/src/platform";
import { closeAll, collection, start, unknownId } from "../../../simulator/testing/client";
import { until } from "../../support/until";

interface Item {
  readonly [field: string]: unknown;
}

const followers: AbortController[] = [];

afterEach(async () => {
  for (const follower of followers.splice(0)) follower.abort();
  await closeAll();
});

/** Receives events as the page does. Returns the current items by key, and the events. */
async function follow(url: string) {
  const follower = new AbortController();
  followers.push(follower);
  const response = await fetch(`${url}/_simulator/events`, { signal: follower.signal });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const items = new Map<string, Item>();
  const events: Record<string, Item | null>[] = [];
  void read(response, (event) => {
    events.push(event.items);
    for (const [key, item] of Object.entries(event.items)) {
      if (item === null) items.delete(key);
      else items.set(key, item);
    }
  });
  await until(() => events.length === 1);
  return { items, events, leave: () => follower.abort() };
}

async function read(
  { body }: Response,
  take: (event: { readonly now: number; readonly items: Record<string, Item | null> }) => void,
): Promise<void> {
  let rest = "";
  try {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = `${rest}${chunk}`.split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) take(JSON.parse(part.replace(/^data: /, "")));
    }
  } catch (error) {
    // The test or the simulator has closed the connection.
    if (!/abort|terminated/.test(String(error))) throw error;
  }
}

test("the first event contains each kind of object with its area", async () => {
  const { sim } = await start();
  sim.routers.add({ projectId: 1, regionId: 2, id: unknownId, name: "edge" });
  const { items } = await follow(sim.url);
  const kinds = objectKinds(openAreas(createPlatform(settle({})))).map(({ name }) => name);
  const shown = [...items].filter(([key]) => key.startsWith("kinds/")).map(([, { kind }]) => kind);
  expect(shown).toEqual(kinds);
  expect(items.get("kinds/routers")).toEqual({ area: "routers", kind: "routers", count: 1 });
  expect(items.get("kinds/ai-tasks")).toMatchObject({ area: "streaming", count: 0 });
  expect(items.get(`objects/routers/${unknownId}`)).toMatchObject({
    id: unknownId,
    object: { name: "edge" },
  });
});

test("later events contain only changes", async () => {
  const { sim } = await start();
  sim.routers.add({ projectId: 1, regionId: 2, id: unknownId, name: "edge" });
  sim.quotas.setThreshold(42, 75);
  const { items, events } = await follow(sim.url);
  sim.routers.change(unknownId, { name: "renamed" });
  await until(() => events.length === 2);
  expect(Object.keys(events[1] ?? {})).toEqual([`objects/routers/${unknownId}`]);
  sim.routers.delete(unknownId);
  await until(() => events.length === 3);
  expect(events[2]).toEqual({
    [`objects/routers/${unknownId}`]: null,
    "kinds/routers": expect.objectContaining({ count: 0 }),
  });
  expect(items.has("objects/thresholds/42")).toBe(true);
});

test("only the newest requests and objects are shown, and long bodies are cut", async () => {
  const { sim, call } = await start();
  for (let id = 1; id <= 205; id += 1) sim.quotas.setThreshold(id, 75);
  for (let count = 0; count < 105; count += 1) await call("GET", "/v1/tasks/x");
  for (let count = 0; count < 105; count += 1) await call("GET", collection);
  await call("POST", "/cdn/advanced/v2/query", { query: `{ ${"a ".repeat(5000)}}` });
  const { items } = await follow(sim.url);
  const keys = (group: string) => [...items.keys()].filter((key) => key.startsWith(`${group}/`));
  // Polls do not displace other requests, and the other way about.
  expect(keys("requests").length).toBe(200);
  expect(keys("requests")[0]).toBe("requests/6");
  expect(keys("requests").at(-1)).toBe("requests/211");
  expect(items.get("requests/105")).toMatchObject({ isPoll: true });
  expect(items.get("requests/211")).toMatchObject({ isPoll: false });
  expect(items.get("requestCounts")).toEqual({ all: 211, polls: 105 });
  expect(keys("objects").length).toBe(200);
  expect(keys("objects").at(-1)).toBe("objects/thresholds/205");
  expect(items.get("kinds/thresholds")?.count).toBe(205);
  expect(String(items.get("requests/211")?.body).length).toBe(4001);
});

test.each(faultExamples)("the example of a fault $rule is valid", async ({ kind, rule }) => {
  const { sim } = await start();
  expect(sim.faults.add(rule)).toBe(rule);
  expect(rule.startsWith(kind)).toBe(true);
});
