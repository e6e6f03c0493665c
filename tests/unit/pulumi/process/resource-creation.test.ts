import { expect, test } from "@jest/globals";
import type { PlannedChange } from "../../../../sdk/src/lifecycle/handler";
import { type Inputs, setUp } from "./thing";

test("an object that was created or adopted is changed at once if it differs from the inputs", async () => {
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
