import { describe, expect, test } from "@jest/globals";
import { creationOf, setUp } from "./thing";

describe("the state", () => {
  test("contains the resource's outputs and the declared inputs, without those that only a creation uses", async () => {
    const { resource } = await setUp({});
    await resource.up({ size: 1, label: "a", note: "once" });
    expect(resource.state).toEqual({
      id: "thing-1",
      inputs: { size: 1, label: "a", __provider: expect.any(String) },
      outputs: { size: 1, label: "a", __declared: ["label"], __provider: expect.any(String) },
    });
  });

  test("consists of plain JSON, whatever the resource returns", async () => {
    const { resource } = await setUp({
      creation: () => creationOf({ size: 1, url: undefined, big: 2n ** 60n, at: new Date(0) } as never),
    });
    await resource.up({ size: 1 });
    expect(resource.outputs).toEqual({ size: 1, big: "1152921504606846976", at: "1970-01-01T00:00:00.000Z" });
  });
});
