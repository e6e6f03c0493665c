import { expect, test } from "@jest/globals";
import { type Act, carryOut, type Question } from "../../../sdk/src/lifecycle/acts";
import type { ListedCreation } from "../../../sdk/src/lifecycle/creation";
import type { Attempt } from "../../../sdk/src/lifecycle/decide";
import { Evidences } from "../../../sdk/src/lifecycle/gather";
import type { Live } from "../../../sdk/src/lifecycle/resource";
import { saltedDigestOf } from "../../../sdk/src/util/digest";
import { OPERATION_FACTS } from "../../support/operation-facts";

const KEY = "box";
const AT = Date.parse("2026-01-01T00:00:00Z");

interface Box {
  key: string;
}

const box: Live<Box> = { id: "a", state: { key: KEY } };

/** The task has ended between two reads of the list. */
test("an object that a finished task reports is known whether the list shows it by then or not", async () => {
  const known = async (last: Live<Box>[]) => {
    const lists = [[], [], last];
    const creation = {
      key: KEY,
      objects: {
        keyOf: ({ state }: Live<Box>) => state.key,
        tasks: { type: "create_box", creates: "boxes", place: {} },
      },
    } as unknown as ListedCreation<Box>;
    const attempt: Attempt = {
      record: { creation: { ...saltedDigestOf(KEY), at: AT, before: [], declared: [] } },
      earlier: { until: AT + 1_000, now: AT + 2_000 },
    };
    const answer = (act: Act<Box>) => {
      const question = act as Question<Box>;
      if (question.do === "read") return box;
      if (question.do === "list") return lists.shift();
      return question.which === "finished" ? [{ id: "t", createdAt: AT, created: { boxes: ["a"] } }] : [];
    };
    const evidences = new Evidences(creation, () => true, OPERATION_FACTS);
    return (await carryOut(evidences.evidence(attempt), { perform: async (act) => answer(act) })).listed;
  };
  expect(await known([])).toEqual([box]);
  expect(await known([box])).toEqual([box]);
});
