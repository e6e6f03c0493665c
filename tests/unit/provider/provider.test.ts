import { expect, test } from "@jest/globals";
import { z } from "zod";
import { DynamicProvider } from "../../../sdk/src/doors/dynamic/dynamic-provider";
import type { AnyResource } from "../../../sdk/src/operation/resource";
import { ResourceProvider } from "../../../sdk/src/provider/provider";
import { handler as router } from "../../../sdk/src/resources/router/handler";
import { handlerSetUp } from "../../support/handler-setup";
import { startProcess } from "../../support/in-process-resource";
import { changes, KEY } from "../../support/platform";
import { settingsOf } from "../../support/settings";
import { failureOf } from "../../support/until";
import { creationOf, setUp } from "./thing";

const handlers = handlerSetUp(router, { taskTime: 0 });

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
    identity: {
      id: { thingId: z.string() },
      async read(_reader, id, state) {
        got.push(id, state);
        return { id, state: { size: 1, label: "the platform's" } };
      },
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
    {
      inputs: { size: 1, label: "a", note: "twice" },
      change: { label: "a" },
      recorded: { thingId: "thing-1", size: 1 },
    },
  ]);
  await resource.refresh();
  expect(got.splice(0)).toEqual(["thing-1", { size: 1, label: "the platform's" }]);
  await resource.destroy();
  expect(got).toEqual([{ thingId: "thing-1", size: 1, label: "the platform's" }]);
});

test("an input that is marked as secret beside another one is masked from then on, also in a refresh", async () => {
  const { platform, resource: declare } = await handlers.open();
  const resource = declare();
  const args = { projectId: 1, regionId: 2, name: "hunter2" };
  await resource.up({ ...args, routes: [], __secret: ["routes"] });
  platform.clearRequests();
  const secret = { ...args, routes: [], __secret: ["routes", "name"] };
  expect(await resource.up(secret)).toBe("update");
  expect(await resource.up(secret)).toBe("same");
  expect(changes(platform)).toEqual([]);
  platform.routers.delete(resource.state?.id ?? "");
  await resource.refresh();
  const printed = resource.engine.logs.map(({ text }) => text).join();
  expect(printed).toContain("does not exist any more");
  expect(printed).not.toContain("hunter2");
});

test("without valid settings, a refresh and a destroy fail with one sentence, and without a stack trace", async () => {
  const settings: Record<string, string> = {};
  const resource = (await handlers.open({ settings })).resource();
  await resource.up({ projectId: 1, regionId: 2, name: "edge" });
  settings.maxRetries = "many";
  resource.restart();
  for (const run of [() => resource.refresh(), () => resource.destroy()]) {
    const { message, stack } = await failureOf(run());
    expect(message).toMatch(/^cloudplatform:maxRetries must be a whole number .*\[number-invalid\]$/);
    expect(stack).toBe("");
  }
});

test("inputs that a policy has made invalid after their check are refused before any request", async () => {
  const { platform } = await handlers.open();
  const provider = new ResourceProvider(router as unknown as AnyResource, startProcess().session);
  provider.configure(settingsOf({ baseUrl: platform.url, apiKey: KEY }));
  const door = new DynamicProvider(() => provider);
  const inputs = { projectId: 1, regionId: 2, name: "x", routes: [] };
  const refusals = [door.create(inputs), door.update("router-1", { ...inputs, name: "edge" }, inputs)];
  for (const refused of refusals) await expect(refused).rejects.toThrow(/^name must have 3 to 63/);
  expect(platform.requests).toEqual([]);
});
