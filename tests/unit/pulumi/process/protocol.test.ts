import { afterEach, describe, expect, test } from "@jest/globals";
import type { PlannedChange } from "../../../../sdk/src/lifecycle/handler";
import { failureOf } from "../../../support/until";
import { type Inputs, setUp, tearDown } from "./thing";

afterEach(tearDown);

describe("the arguments of a handler", () => {
  test("are the declared inputs and the state, without hidden properties", async () => {
    const got: unknown[] = [];
    const { resource } = await setUp({
      create: async (inputs) => {
        got.push(inputs);
        return { id: "thing-1", state: { size: inputs.size } };
      },
      update: async (id, state, desired) => {
        got.push(id, state, desired);
        return { size: state.size, label: desired.inputs.label ?? "" };
      },
      read: async (id, state) => {
        got.push(id, state);
        return state;
      },
      delete: async (id, state) => {
        got.push(id, state);
      },
    });
    await resource.up({ size: 1, note: "once" }, { create: "1m" });
    await resource.up({ size: 1, label: "a" }, { create: "1m" });
    await resource.refresh();
    await resource.destroy();
    expect(got).toEqual([
      { size: 1, note: "once" },
      "thing-1",
      { size: 1 },
      { inputs: { size: 1, label: "a" }, change: { label: "a" }, isFresh: false },
      "thing-1",
      { size: 1, label: "a" },
      "thing-1",
      { size: 1, label: "a" },
    ]);
  });

  test("contain the difference to the state, with the defaults of removed inputs", async () => {
    const desired: Array<PlannedChange<Inputs>> = [];
    const { resource } = await setUp({
      update: async (_id, state, wanted) => {
        desired.push(wanted);
        return { ...state, ...wanted.change };
      },
    });
    await resource.up({ size: 1, label: "a", colour: "red" });
    await resource.up({ size: 1, colour: "blue" });
    await resource.up({ size: 1 });
    expect(desired.map(({ inputs, change }) => [inputs, change])).toEqual([
      [
        { size: 1, colour: "blue" },
        { label: "none", colour: "blue" },
      ],
      [{ size: 1 }, {}],
    ]);
    expect(resource.outputs).toEqual({ size: 1, label: "none", colour: "blue" });
  });

  test("contain no change of an input that was never declared, whatever the platform has", async () => {
    const changes: object[] = [];
    const { resource } = await setUp({
      create: async ({ size }) => ({ id: "thing-1", state: { size, label: "its own" } }),
      update: async (_id, state, { change }) => {
        changes.push(change);
        return { ...state, ...change };
      },
    });
    await resource.up({ size: 1 });
    await resource.up({ size: 1, colour: "red" });
    expect(changes).toEqual([{ colour: "red" }]);
    expect(resource.outputs).toEqual({ size: 1, label: "its own", colour: "red" });
  });

  test("contain a change right after the creation if the created or adopted object differs", async () => {
    const desired: Array<PlannedChange<Inputs>> = [];
    const { resource } = await setUp({
      create: async ({ size }) => ({ id: "thing-1", state: { size, label: "its own", colour: "red" } }),
      update: async (_id, state, wanted) => {
        desired.push(wanted);
        return { ...state, ...wanted.change };
      },
    });
    await resource.up({ size: 1, colour: "blue" });
    expect(desired).toEqual([
      { inputs: { size: 1, colour: "blue" }, change: { colour: "blue" }, isFresh: true },
    ]);
    expect(resource.outputs).toEqual({ size: 1, label: "its own", colour: "blue" });
  });
});

describe("the result of a refresh", () => {
  test("has the inputs that would declare the live object, for declared properties", async () => {
    const { resource } = await setUp({ read: async () => ({ size: 5, label: "changed", url: "u" }) });
    await resource.up({ size: 1 });
    await resource.refresh();
    expect(resource.inputs).toEqual({ size: 5 });
    expect(resource.outputs).toEqual({ size: 5, label: "changed", url: "u" });
  });
});

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
