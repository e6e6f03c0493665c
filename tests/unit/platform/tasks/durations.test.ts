import { describe, expect, test } from "@jest/globals";
import { Durations, type DurationsByKind } from "../../../../sdk/src/platform/tasks/durations";

/** A store, and what was saved in it. */
function storeOf(stored: DurationsByKind) {
  const saved: DurationsByKind[] = [];
  return { saved, load: () => stored, save: (durations: DurationsByKind) => saved.push(durations) };
}

describe("the durations of tasks", () => {
  test("are given by kind, in ascending order", () => {
    const durations = new Durations();
    for (const [kind, duration] of [
      ["create", 9_000],
      ["delete", 2_000],
      ["create", 7_000.4],
    ] as const)
      durations.record(kind, duration);
    expect(durations.of("create")).toEqual([7_000, 9_000]);
    expect(durations.of("update")).toEqual([]);
    expect(durations.of(undefined)).toEqual([]);
    expect(durations.shortest()).toBe(2_000);
    expect(new Durations().shortest()).toBeUndefined();
  });

  test("are the last sixteen of each kind: what takes longer under load is soon known", () => {
    const durations = new Durations();
    for (let index = 0; index < 10_000; index++) durations.record("create", index);
    expect(durations.of("create")).toEqual(Array.from({ length: 16 }, (_, index) => 9_984 + index));
  });

  test("are those of the 32 kinds that were seen last", () => {
    const durations = new Durations();
    for (let index = 0; index < 32; index++) durations.record(`kind-${index}`, index);
    durations.record("kind-0", 100);
    durations.record("kind-32", 32);
    expect(durations.of("kind-1")).toEqual([]);
    expect(durations.of("kind-0")).toEqual([0, 100]);
    expect(durations.shortest()).toBe(0);
  });

  test("of earlier runs are loaded when they are needed, and saved with the new ones", () => {
    const store = storeOf({ create: [8_000] });
    const durations = new Durations(store);
    durations.record("create", 7_000);
    expect(durations.of("create")).toEqual([7_000, 8_000]);
    expect(store.saved).toEqual([{ create: [8_000, 7_000] }]);
  });
});
