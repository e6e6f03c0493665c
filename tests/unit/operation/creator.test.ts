import { expect, test } from "@jest/globals";
import { type Act, carryOut } from "../../../sdk/src/operation/acts";
import { Runner } from "../../../sdk/src/operation/runner";
import { REPLICATION_LAG_MS } from "../../../sdk/src/platform/tasks/delays";
import { handler as router } from "../../../sdk/src/resources/router/handler";
import { saltedDigestOf } from "../../../sdk/src/util/digest";
import type { JsonObject } from "../../../sdk/src/util/json";
import { OPERATION_FACTS } from "../../support/operation-facts";

// Creations in time. decide.test.ts has each decision.

const AT = 1_000_000;
const TIMEOUT = 5_000;
const INPUTS = { projectId: 1, regionId: 2, name: "edge" };
const BEGUN = { ...saltedDigestOf([1, 2, "edge"]), at: AT, before: [], declared: ["name"] };

/** What a creation does after a run that was killed, if the replicas show its router from then on. */
async function continued(killedBefore: number, shownFrom: number, createdAt: number | undefined) {
  let now = AT + killedBefore;
  const live = { id: "r-1", state: { ...INPUTS, routerId: "r-1" }, createdAt };
  const perform = async (act: Act<JsonObject>): Promise<unknown> => {
    // A real clock is late.
    if (act.do === "pause") now += act.ms + 5;
    if (act.do === "list") return now >= AT + shownFrom ? [live] : [];
    if (act.do === "send") throw new Error("a second router");
    return act.do === "read" ? live : [];
  };
  const facts = { ...OPERATION_FACTS, requestTimeout: TIMEOUT, now: () => now };
  const runner = new Runner<JsonObject, JsonObject>(router as never, facts);
  const { id } = await carryOut(runner.create(INPUTS, ["name"], { creation: BEGUN }), { perform });
  return { id, after: now - AT };
}

test("after a kill, a router is found as soon as its request has ended, if the replicas show it", async () => {
  expect(await continued(100, 200, AT)).toEqual({ id: "r-1", after: TIMEOUT + 5 });
});

test.each([
  ["its time", AT + TIMEOUT],
  ["no time", undefined],
])(
  "after a kill, a router with %s that the replicas show late is found, and no second one created",
  async (_, at) => {
    const shown = TIMEOUT + REPLICATION_LAG_MS;
    for (const killedBefore of [0, TIMEOUT + 1_000, shown - 1_000])
      expect(await continued(killedBefore, shown, at)).toEqual({ id: "r-1", after: shown + 5 });
  },
);

test("after a kill, a router is created again once nothing can show one any more", async () => {
  await expect(continued(0, Number.POSITIVE_INFINITY, AT)).rejects.toThrow("a second router");
});
