import { expect, test } from "@jest/globals";
import type { ListedCreation } from "../../../sdk/src/lifecycle/creation";
import type { Attempt } from "../../../sdk/src/lifecycle/decide";
import { gather } from "../../../sdk/src/lifecycle/gather";
import type { Live } from "../../../sdk/src/lifecycle/resource";
import type { Call, Reply } from "../../../sdk/src/platform/http/call";
import { saltedDigestOf } from "../../../sdk/src/util/digest";
import { testApi } from "../../support/test-api";

const KEY = "box";
const AT = Date.parse("2026-01-01T00:00:00Z");
const box: Live<{ key: string }> = { id: "a", state: { key: KEY } };

/** The task has ended between two reads of the list. */
test("an object that a finished task reports is known whether the list shows it by then or not", async () => {
  const send = async ({ query }: Call): Promise<Reply> => {
    const created_resources = { boxes: ["a"] };
    const task = { id: "t", state: "FINISHED", created_on: "2026-01-01T00:00:00", created_resources };
    return { status: 200, body: { results: query?.state === "FINISHED" ? [task] : [] } };
  };
  const known = async (last: Live<{ key: string }>[]) => {
    const lists = [[], [], last];
    const creation = {
      key: KEY,
      objects: {
        list: async () => lists.shift(),
        keyOf: ({ state }: typeof box) => state.key,
        tasks: { type: "create_box", creates: "boxes", place: {} },
      },
    } as unknown as ListedCreation<{ key: string }>;
    const attempt: Attempt = {
      record: { creation: { ...saltedDigestOf(KEY), at: AT, before: [], declared: [] } },
      earlier: { until: AT + 1_000, now: AT + 2_000 },
    };
    const sources = {
      ...{ reader: testApi(send), isInUse: () => false, isWithinReach: () => true, former: undefined },
      ...{ look: async () => box, isBegunElsewhere: () => false, now: () => undefined },
    };
    return (await gather(creation, attempt, sources)).listed;
  };
  expect(await known([])).toEqual([box]);
  expect(await known([box])).toEqual([box]);
});
