import { expect, test } from "@jest/globals";
import { isListed } from "../../../../sdk/src/operation/creation";
import { newestOfEqual } from "../../../../sdk/src/resources/quota-limit-request/creation";
import { handler } from "../../../../sdk/src/resources/quota-limit-request/handler";
import { decisionOf } from "../../../support/decision";
import { failOnce, logLines } from "../../../support/handler-setup";
import { changes } from "../../../support/platform";
import { testApi } from "../../../support/test-api";
import { failureOf } from "../../../support/until";
import { args, body, isPost, POST, setUp } from "./setup";

// The reply to the POST contains no id, a repetition has no idempotency key, and at most ten requests may be open. So
// a request must be sent once only.

/** The id of the listed request that a creation uses instead of sending one. */
async function usedOf(results: object[]): Promise<string | undefined> {
  const reply = { status: 200, body: { count: results.length, results } };
  const creation = handler.creation(args);
  if (!isListed(creation)) throw new Error("Requests are listed.");
  const reader = testApi(async () => reply);
  const listed = await handler.identity?.list?.(reader, creation.known);
  const decision = decisionOf(creation, { answer: () => listed });
  return decision.does === "use" ? decision.id : undefined;
}

const open = { ...body, status: "in progress" };

const asked = (id: unknown) => ({ ...open, id });

const OTHERS = { global_limits: { project_count_limit: null, keypair_count_limit: "0" } };

test.each<[string, { id: unknown; client_id?: number; requested_limits?: object }, ...object[]]>([
  ["is open and asks for the same", { id: 7 }],
  [
    "is the newest of several",
    { id: "9007199254740993" },
    asked("9007199254740992"),
    asked("12"),
    asked("9"),
  ],
  ["is the open one beside a newer decided one", { id: 7 }, { ...body, id: 8, status: "done" }],
  ["names other limits as 0 or null", { id: 7, requested_limits: { ...body.requested_limits, ...OTHERS } }],
  ["is of the only client", { id: 7, client_id: 7 }, { id: 6, client_id: "7" }],
  ["is the only one that names its client", { id: 7, client_id: 7 }, { id: 6 }],
  ["is beside one whose client cannot be read", { id: 7, client_id: 7 }, { id: 6, client_id: {} }],
])("a listed request is used if it %s", async (_, used, ...others) => {
  const listed = [{ ...open, ...used }, ...others];
  expect(await usedOf(listed)).toBe(String(used.id));
  expect(await usedOf(listed.toReversed())).toBe(String(used.id));
});

test.each<[string, ...object[]]>([
  ["is approved", { status: "done" }],
  ["is rejected", { status: "rejected" }],
  ["has an unknown status", { status: "escalated" }],
  ["has another description", { description: "Load test" }],
  ["has no description", { description: null }],
  ["has fewer limits", { requested_limits: { regional_limits: [{ region_id: 76, cpu_count_limit: 200 }] } }],
  [
    "has more limits",
    { requested_limits: { ...body.requested_limits, global_limits: { project_count_limit: 1 } } },
  ],
  ["is listed with one of another client", { client_id: 7 }, { id: 6, client_id: 8 }],
])("a listed request is not used if it %s", async (_, record, ...others) => {
  expect(await usedOf([{ ...open, id: 7, ...record }, ...others])).toBeUndefined();
});

test("an import takes the newest open one of equal requests of a client", () => {
  const records = [
    { id: 1, clientId: 7, description: "More", status: "in progress" },
    { id: 2, clientId: 7, description: "More", status: "done" },
    { id: 3, clientId: 7, description: "Other" },
    { id: 4, clientId: 8, description: "More" },
  ];
  expect(newestOfEqual(records).map(({ id }) => id)).toEqual([1, 4, 3]);
});

test("a log line says that an open request with the same content is used instead of sending a second one", async () => {
  const { platform, request } = await setUp();
  const { id } = platform.quotas.add(body);
  await request.up(args);
  expect(changes(platform)).toEqual([]);
  expect(logLines(request)).toEqual([
    `info: adopts quota limit request ${id}, which is open and asks for the same: the stack owns it from then on, and destroying the resource withdraws it`,
  ]);
});

test.each<["lose the reply" | { status: number }, string]>([
  ["lose the reply", "failed: the connection broke before the whole reply had come"],
  [{ status: 502 }, "was answered 502: the reply has no body"],
])(
  "the error of a POST with an unknown result says so if requests cannot be listed: %j",
  async (fault, what) => {
    const { platform, request } = await setUp({ mode: "documented-only", faultFor: failOnce(isPost, fault) });
    const { message } = await failureOf(request.up(args));
    expect(message).toContain(`${POST} ${what}`);
    expect(message.split("\n").slice(1)).toEqual([
      "This deployment cannot list quota limit requests, so it is not known whether this one was created: ask the platform before you run again, which sends it once more.",
    ]);
    expect(request.state).toBeUndefined();
    expect(platform.count({ method: "POST" })).toBeLessThanOrEqual(1);
  },
);
