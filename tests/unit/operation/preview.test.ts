import { expect, test } from "@jest/globals";
import { Preview } from "../../../sdk/src/operation/preview";
import { SharedLists } from "../../../sdk/src/operation/questions";
import type { JsonResource } from "../../../sdk/src/operation/resource";
import type { Reader } from "../../../sdk/src/platform/api/api";

// What previews find where the platform changes between two of their questions.

const BOX = { id: "a", state: { name: "box" }, task: "t-1" };

/** A class of which one object is listed, and adopted by its name. */
const boxes = (seen: unknown) =>
  ({
    properties: { name: {} },
    identity: { id: {}, read: async () => seen, list: async () => [BOX] },
    creation: (inputs: { name: string }) => ({
      ...{ noun: "box", known: inputs, unique: [], step: { send: async () => [] } },
      keyOf: ({ name }: typeof BOX.state) => name,
      ...{ ifExists: "adopt", use: () => "adopts the box" },
    }),
    change: () => [],
  }) as unknown as JsonResource;

test("a preview ends if an object is deleted after the list was read", async () => {
  const preview = new Preview(boxes("gone"), {
    ...{ reader: { get: () => Promise.reject(new Error("not asked")) } as unknown as Reader, secret: [] },
    ...{ lists: new SharedLists(), requestTimeout: 1, now: () => 0, isInUse: () => false },
    ...{ onUse() {}, warn() {} },
  });
  const findings = await preview.creation({ inputs: { name: "box" }, deletesFirst: false });
  expect(findings.map(({ text }) => text)).toContain("`up` waits for task t-1, which changes the object now");
});
