import { expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/quota-limit-request/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { logLines, requestLines, type SetUpOptions } from "../../../support/handler-setup";
import {
  planned,
  plannedCreation,
  plannedRemoval,
  readIn,
  type Situation,
  settledRemoval,
} from "../../../support/plan";
import { changes } from "../../../support/platform";
import { args, body, NORTH, PATH, POST, SOUTH, setUp } from "./setup";

/** Creates a request. The recorded requests start after it. */
async function startRequested(options: SetUpOptions = {}) {
  const { platform, request } = await setUp(options);
  await request.up(args);
  platform.clearRequests();
  return { platform, request, id: request.state?.id ?? "" };
}

const globalLimits = { keypairCountLimit: 5 };
const sent = '"global_limits":{"keypair_count_limit":5}';

test.each<[string, JsonObject, string]>([
  ["limits of the account", { globalLimits }, `{${sent}}`],
  [
    "limits of the account and of a region",
    { globalLimits, regionalLimits: [{ regionId: 76, ramLimit: 1 }] },
    `{${sent},"regional_limits":[{"region_id":76,"ram_limit":1}]}`,
  ],
  ["an empty list in addition", { globalLimits, regionalLimits: [] }, `{${sent},"regional_limits":[]}`],
])("a creation sends the declared limits only: %s", async (_, requestedLimits, limits) => {
  const declared = { description: "More", requestedLimits, waitForDecision: true };
  expect(await plannedCreation(handler, declared)).toBe(
    `${POST} {"description":"More","requested_limits":${limits}}`,
  );
});

const recorded = { ...args, requestId: 7, status: "in progress" };
const [plain, patient] = [args, { ...args, waitForDecision: true }];
const WAIT = "waits for a decision";

test.each<[string, Omit<Situation, "recorded">, string[]]>([
  ["sends nothing in an update", { declared: { ...plain, waitForDecision: false } }, []],
  ["waits for the decision if the program asks for it", { declared: patient }, [WAIT]],
  ["waits also if requests cannot be listed", { live: "unreadable", declared: patient }, [WAIT]],
  ["waits no more if the program no longer asks for it", { before: patient, declared: plain }, []],
])("the plan of a limit request %s", async (_, situation, steps) => {
  expect(await planned(handler, { recorded, ...situation })).toEqual(steps);
});

test("a deletion withdraws a request whose id is known, and says that another one stays", async () => {
  expect(await plannedRemoval(handler, recorded)).toEqual([`DELETE ${PATH}/7 | removes the object`]);
  expect(await plannedRemoval(handler, args)).toEqual([
    "says: the quota limit request stays at the platform: its id is not known here. Ask those who decide it to drop it.",
  ]);
});

const DECIDED = "the quota limit request 7 stays at the platform, as it is decided";
const STAYS = "throws quota-request-not-withdrawn";

test.each<[number, string, string | undefined]>([
  ...[400, 403, 409, 422].flatMap(
    (status): Array<[number, string, string]> => [
      [status, "done", DECIDED],
      [status, "rejected", DECIDED],
      [status, "in progress", "fails"],
      [status, "escalated", "fails"],
    ],
  ),
  ...[404, 405, 501].map((status): [number, string, string] => [status, "in progress", STAYS]),
])(
  "the result of a withdrawal that gets %i, of a request with the status %s: %s",
  (status, decision, result) => {
    expect(settledRemoval(handler, recorded, { status }, { ...recorded, status: decision })).toBe(result);
  },
);

test("a new request is searched among the open ones, sent with one POST, and then found in the list", async () => {
  const { platform, request } = await setUp();
  expect(await request.up(args)).toBe("create");
  expect(requestLines({ platform })).toEqual([`GET ${PATH}`, POST, `GET ${PATH}`]);
  expect(changes(platform)).toEqual([[POST, body]]);
  const [made] = platform.quotas.requests();
  expect(request.state?.id).toBe(made?.id);
  const [requestId, createdAt] = [Number(made?.id), made?.created_at];
  expect(request.outputs).toEqual({ ...args, requestId, status: "in progress", createdAt });
  expect(logLines(request)).toEqual([]);
});

test("the id of a request keeps every digit beyond the integers of JavaScript", async () => {
  const { platform, request } = await setUp();
  platform.quotas.add({ id: "9007199254740992" });
  platform.quotas.nextRequestId("9007199254740993");
  await request.up(args);
  await request.refresh();
  expect(request.state?.id).toBe("9007199254740993");
  expect(request.outputs.requestId).toBe("9007199254740993");
  await request.destroy();
  expect(platform.quotas.requests().map(({ id }) => id)).toEqual(["9007199254740992"]);
});

test("a decided request stays in the state, also when the platform no longer keeps it", async () => {
  const { platform, request, id } = await startRequested();
  platform.quotas.approve(id);
  await request.refresh();
  platform.quotas.remove(id);
  await request.refresh();
  expect(request.state?.id).toBe(id);
});

test("a request without a description is imported with an empty one", async () => {
  const state = await readIn(handler, { requestId: 7 }, { id: 7, description: null, requested_limits: {} });
  expect(state).toMatchObject({ description: "" });
});

const regionalLimits = [SOUTH, Object.fromEntries(Object.entries(NORTH).reverse())];

test.each<["replaces" | "leaves", string, JsonObject]>([
  ["replaces", "the description", { description: "Load test in May" }],
  ["replaces", "a limit", { requestedLimits: { regionalLimits: [{ ...NORTH, ramLimit: 1 }, SOUTH] } }],
  ["replaces", "the region", { requestedLimits: { regionalLimits: [{ ...NORTH, regionId: 77 }, SOUTH] } }],
  ["leaves", "the order of the regions or of their limits", { requestedLimits: { regionalLimits } }],
])("a change %s the request if it is of %s", async (result, _, change) => {
  const { request } = await startRequested();
  expect(await request.preview({ ...args, ...change })).toBe(result === "replaces" ? "replace" : "same");
});

const known = { ...args, requestId: 7, status: "in progress", createdAt: "2026-01-01" };
const granted = { requested_limits: { global_limits: { project_count_limit: 7 } }, status: "Done" };
/** Each limit, with 0 or null for those that the request does not name, and amounts as text. */
const filled = {
  global_limits: { project_count_limit: 0, keypair_count_limit: "0" },
  regional_limits: [
    { region_id: 81, router_count_limit: null },
    { region_id: "76", cpu_count_limit: "200", ram_limit: "524288", vm_count_limit: 0 },
  ],
};
const other = { ...filled, global_limits: { project_count_limit: 5, keypair_count_limit: 0 } };

test.each<[string, object, object]>([
  ["unknown status and fields", { ...body, status: "escalated", reviewer: "Kim" }, { status: "escalated" }],
  ["no content and no times", { description: null, created_at: null }, {}],
  ["the same limits in another form", { ...body, requested_limits: filled }, {}],
  [
    "other limits that were granted",
    granted,
    { status: "Done", grantedLimits: { globalLimits: { projectCountLimit: 7 } } },
  ],
  [
    "the limits of another request",
    { requested_limits: other },
    { requestedLimits: { globalLimits: { projectCountLimit: 5 }, regionalLimits: [NORTH] } },
  ],
])("the record of a request may have %s", async (_, record, outputs) => {
  const found = await readIn(handler, known, { id: 7, ...record });
  expect(JSON.parse(JSON.stringify(found))).toEqual({ ...known, ...outputs });
});
