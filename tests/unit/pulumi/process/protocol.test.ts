import { describe, expect, test } from "@jest/globals";
import type { PlannedChange } from "../../../../sdk/src/lifecycle/handler";
import { type Inputs, setUp } from "./thing";

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
