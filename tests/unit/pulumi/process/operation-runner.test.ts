import { describe, expect, test } from "@jest/globals";
import { failureOf } from "../../../support/until";
import { setUp } from "./thing";

describe("a failure", () => {
  test("before anything exists leaves the state empty", async () => {
    const { resource } = await setUp({ create: () => Promise.reject(new Error("No.")) });
    const error = await failureOf<Error & { id?: string; properties?: object }>(resource.up({ size: 1 }));
    expect(error.message).toBe("No.");
    expect([error.id, error.properties, error.stack, `${error}`]).toEqual([undefined, undefined, "", ""]);
    expect(resource.state).toBeUndefined();
  });

  test("after the object exists keeps its id, its state, and all that later methods need", async () => {
    const { resource } = await setUp({
      create: async (_inputs, context) => {
        context.save({ id: "thing-1", known: { size: 1, url: "u" } });
        throw new Error("Then this.");
      },
    });
    const error = await failureOf(resource.up({ size: 1, label: "a", note: "once" }, { create: "1m" }));
    expect(error.message).toBe("Then this.");
    expect(resource.state).toEqual({
      id: "thing-1",
      inputs: expect.objectContaining({ size: 1, label: "a" }),
      outputs: {
        size: 1,
        url: "u",
        __declared: ["label"],
        __timeouts: { create: "1m" },
        __provider: expect.any(String),
      },
      initErrors: ["Then this."],
    });
  });

  test("of an update after something changed keeps the earlier and the new declared inputs", async () => {
    const changes: object[] = [];
    const { resource } = await setUp({
      update: async (id, state, { change }, context) => {
        changes.push(change);
        context.save({ id, known: state });
        throw new Error("Half of it.");
      },
    });
    await resource.up({ size: 1, label: "a" });
    await failureOf(resource.up({ size: 1 }));
    await failureOf(resource.up({ size: 1 }));
    expect(changes).toEqual([{ label: "none" }, { label: "none" }]);
    expect(resource.outputs).toEqual({ size: 1, label: "a" });
  });

  test("of a refresh or a deletion leaves the state unchanged", async () => {
    const no = () => Promise.reject(new Error("No."));
    const { resource } = await setUp({ read: no, delete: no });
    await resource.up({ size: 1 });
    const before = structuredClone(resource.state);
    expect((await failureOf(resource.refresh())).message).toBe("No.");
    expect((await failureOf(resource.destroy())).message).toBe("No.");
    expect(resource.state).toEqual(before);
  });
});
