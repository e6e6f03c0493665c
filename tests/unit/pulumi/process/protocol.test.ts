import { describe, expect, test } from "@jest/globals";
import { handler as router } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { handlerSetUp } from "../../../support/handler-setup";
import { creationOf, setUp } from "./thing";

test("a resource gets the declared inputs and the state, without hidden properties", async () => {
  const got: unknown[] = [];
  const { resource } = await setUp({
    creation: (inputs) => {
      const { step, ...creation } = creationOf({ size: inputs.size });
      const send = () => {
        got.push(inputs);
        return step.send();
      };
      return { ...creation, step: { send } };
    },
    read: async (_reader, id, state) => {
      got.push(id, state);
      return { id, state: { size: 1, label: "the platform's" } };
    },
    change: (live, wish) => {
      got.push(live, wish);
      return [];
    },
    removal: (state) => {
      got.push(state);
      return [];
    },
  });
  await resource.up({ size: 1, note: "once" }, { create: "1m" });
  expect(got.splice(0)).toEqual([{ size: 1, note: "once" }]);
  await resource.up({ size: 1, label: "a", note: "twice" }, { create: "1m" });
  expect(got.splice(0)).toEqual([
    "thing-1",
    { size: 1, label: "a", note: "twice" },
    { size: 1, label: "the platform's" },
    { inputs: { size: 1, label: "a", note: "twice" }, change: { label: "a" }, recorded: { size: 1 } },
  ]);
  await resource.refresh();
  expect(got.splice(0)).toEqual(["thing-1", { size: 1, label: "the platform's" }]);
  await resource.destroy();
  expect(got).toEqual([{ size: 1, label: "the platform's" }]);
});

describe("the state of a replacement", () => {
  const { setUp: setUpRouter } = handlerSetUp(router, { taskTime: 0 });

  test("has the id of the old object, which a refresh keeps, until the next update", async () => {
    const { resource } = await setUpRouter();
    const place = { projectId: 1, regionId: 2, name: "edge" };
    await resource.up(place);
    expect(resource.state?.outputs).not.toHaveProperty("__replaced");
    const old = resource.state?.id;
    await resource.up({ ...place, regionId: 3 });
    expect(resource.state?.outputs).toMatchObject({ regionId: 3, __replaced: old });
    await resource.refresh();
    expect(resource.state?.outputs).toMatchObject({ __replaced: old });
    await resource.up({ ...place, regionId: 3, name: "renamed" });
    expect(resource.state?.outputs).not.toHaveProperty("__replaced");
  });

  test.each<[string, JsonObject, JsonObject]>([
    ["is retained", { name: "edge" }, { __retains: true }],
    ["was adopted", { routerId: "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21" }, {}],
  ])("has no id of an old object that %s: the stack has let it go", async (_, declared, hidden) => {
    const { platform, resource } = await setUpRouter();
    const place = { projectId: 1, regionId: 2 };
    if (declared.routerId) platform.routers.add({ ...place, id: String(declared.routerId), name: "edge" });
    await resource.up({ ...place, ...declared, ...hidden });
    await resource.up({ ...place, name: "edge", regionId: 3, ...hidden });
    expect(resource.state?.outputs).toMatchObject({ regionId: 3 });
    expect(resource.state?.outputs).not.toHaveProperty("__replaced");
  });
});
