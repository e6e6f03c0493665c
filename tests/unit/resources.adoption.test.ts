import { describe, expect, test } from "@jest/globals";
import { handlerSetUp } from "../support/handler-setup";
import { RESOURCES } from "../support/resource-fixtures";

// How a creation handles an existing object, and how a deletion handles that object. The table in
// docs/concepts.md comes from the same fixtures.

const cases = RESOURCES.flatMap(({ name, handler, scenario, adoptions }) =>
  adoptions.map((adoption) => ({ ...adoption, title: `${name}: ${adoption.what}`, handler, scenario })),
);

describe.each(cases)("$title", ({ handler, scenario, prepare, creation, deletion }) => {
  const { setUp } = handlerSetUp(handler, { taskTime: 0 });
  const { objects, idOf = ({ id }) => id } = scenario;

  async function start() {
    const { platform, resource } = await setUp();
    const args = prepare(platform);
    const before = objects(platform);
    expect(Object.keys(before)).toHaveLength(1);
    return { resource, args, before, now: () => objects(platform) };
  }

  if (creation === "fails") {
    test("the creation fails, and changes nothing", async () => {
      const { resource, args, before, now } = await start();
      await expect(resource.up(args)).rejects.toThrow();
      expect(resource.state).toBeUndefined();
      expect(now()).toEqual(before);
    });
    return;
  }

  async function create() {
    const started = await start();
    await started.resource.up(started.args);
    const { state } = started.resource;
    if (state === undefined) throw new Error("The resource has no state.");
    return { ...started, id: idOf(state) };
  }

  test(`the creation ${creation}, and leaves undeclared inputs unchanged`, async () => {
    const { before, now, id } = await create();
    expect(now()).toMatchObject(before);
    expect(id in before).toBe(creation === "adopts");
    expect(Object.keys(now())).toHaveLength(creation === "adopts" ? 1 : 2);
  });

  test(`the deletion ${deletion} the object`, async () => {
    const { resource, before, now } = await create();
    await resource.destroy();
    expect(now()).toEqual(deletion === "keeps" ? before : {});
  });
});

test.each(RESOURCES)(
  "$name has a case, unless it has no object that can be deleted",
  ({ handler, adoptions }) => {
    expect(adoptions.length > 0).toBe(handler.removal !== undefined);
  },
);
