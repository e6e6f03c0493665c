import { expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/edge-group-membership/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { checkFailuresOf, handlerSetUp, requestsWithQuery } from "../../../support/handler-setup";
import { LARGEST_ID } from "../../../support/ids";
import {
  planned,
  plannedCreation,
  plannedRemoval,
  readIn,
  type Situation,
  settledCreation,
  settledRemoval,
} from "../../../support/plan";
import type { ReceivedRequest } from "../../../support/scripted-server";
import { PROBE } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";

const { setUp, setUpFaulty } = handlerSetUp(handler);

/** A client and the group to which it is added. */
const PARTNER = { groupId: 17, clientId: 4711 };
const MEMBER = "/fastedge/v1/admin/groups/17/client/4711";
const CLIENTS = "GET /fastedge/v1/admin/clients";
const LIST = `${CLIENTS}?group__incl=17&client_id=4711`;

const isAdd = ({ method }: ReceivedRequest) => method === "POST";

test("one POST without a body creates a membership, and then it is known whether the platform lists members", async () => {
  const { platform, resource } = await setUp();
  expect(await resource.up(PARTNER)).toBe("create");
  expect(requestsWithQuery(platform)).toEqual([`POST ${MEMBER}`, PROBE, LIST]);
  expect(platform.requests[0]?.body).toBeUndefined();
  expect(platform.edgeGroups.members(17)).toEqual(["4711"]);
  expect(resource.state?.id).toBe("17/4711");
  expect(resource.outputs).toEqual(PARTNER);
});

test("any text is an id: one segment of a path, and one part of the resource's id", async () => {
  const args = { groupId: "a/../b?c", clientId: "Größe #1 (100%)" };
  const [group, client] = ["a%2F..%2Fb%3Fc", "Gr%C3%B6%C3%9Fe%20%231%20%28100%25%29"];
  const { platform, resource } = await setUp();
  await resource.up(args);
  const added = platform.requests.find(({ method }) => method === "POST");
  expect(added?.path).toBe(`/fastedge/v1/admin/groups/${group}/client/${client}`);
  expect(platform.edgeGroups.members(args.groupId)).toEqual([args.clientId]);
  expect([resource.state?.id, resource.outputs]).toEqual([`${group}/${client}`, args]);
  await resource.refresh();
  expect(await resource.up(args)).toBe("same");
  // An id that differs in its case is another one.
  expect(await resource.up({ ...args, groupId: "A/../B?C" })).toBe("replace");
  await resource.destroy();
  expect(platform.edgeGroups.groups()).toEqual([]);
});

test.each([".", ".."])("%j is no id, because it is a step in a path", async (groupId) => {
  expect(await checkFailuresOf(await setUp(), { ...PARTNER, groupId })).toEqual([
    { property: "groupId", reason: 'must be the id of a group: not "." or "..", which are steps in a path' },
  ]);
});

test.each([
  [400, { error: "Client 4711 is not known" }],
  [404, { error: "Client 4711 is not known" }],
  [404, { message: "Client 4711 is not known" }],
  [409, { error: "Client 4711 is not known" }],
  [422, { error: "Client 4711 is not known" }],
])(
  "an addition that fails with %i %j names the inputs to check, and advises no refresh",
  async (status, body) => {
    const { resource } = await setUpFaulty((request) => (isAdd(request) ? { status, body } : undefined));
    const { message } = await failureOf(resource.up(PARTNER));
    expect(message).toContain(`POST ${MEMBER} was answered ${status}: Client 4711 is not known`);
    expect(message).toContain("\nCheck groupId and clientId.");
    expect(message).not.toContain("pulumi refresh");
  },
);

const ADD = `POST ${MEMBER}`;

test("the plan of a membership adds the client when it is created, and removes it when it is deleted", async () => {
  expect(await plannedCreation(handler, PARTNER)).toBe(ADD);
  expect(await plannedRemoval(handler, PARTNER)).toEqual([`DELETE ${MEMBER} | removes the object`]);
});

test.each<[string, Situation["live"], string[]]>([
  ["nothing for a member", PARTNER, []],
  ["the client again if it is no member", "gone", [ADD]],
  ["the client again if the platform cannot list members", "unreadable", [ADD]],
])("the plan of an update adds %s", async (_, live = PARTNER, steps) => {
  expect(await planned(handler, { recorded: PARTNER, live, declared: PARTNER })).toEqual(steps);
});

test.each([400, 403, 409, 422])(
  "an addition that gets %i is done if the list has the client, and else fails",
  (status) => {
    expect(settledCreation(handler, PARTNER, { status }, PARTNER)).toBe("done");
    expect(settledCreation(handler, PARTNER, { status }, "gone")).toBe("fails");
    expect(settledCreation(handler, PARTNER, { status }, "unreadable")).toBe("fails");
  },
);

test.each([
  "client is already a member of the group",
  "Client 4711 is ALREADY in group 17",
  "Duplicate membership",
  "membership exists",
  "already a member",
  "The client is already a member of this group.",
])("a refused addition is done without a list if the platform says: %s", (reason) => {
  expect(settledCreation(handler, PARTNER, { status: 400, reason }, "unreadable")).toBe("done");
});

test.each([
  "client does not exist",
  "client has already been deleted",
  "client already belongs to another group",
  "group is locked",
  "The group has already reached its limit of members",
  "Client exists in another group, and a client may be in one group only",
  "Client 4712 is already a member of group 17",
  "Client 4711 is already a member of group 18",
])("a refused addition fails without a list if the platform says: %s", (reason) => {
  expect(settledCreation(handler, PARTNER, { status: 400, reason }, "unreadable")).toBe("fails");
});

test.each([400, 403, 409, 422])("a removal that gets %i fails if the list has the client", (status) => {
  expect(settledRemoval(handler, PARTNER, { status }, PARTNER)).toBe("fails");
  expect(settledRemoval(handler, PARTNER, { status }, "unreadable")).toBe("fails");
});

test.each([
  "client is not a member of the group",
  "Client 4711 is no member",
  "client is not in group 17",
  "membership doesn't exist",
  "membership not found",
])("a refused removal is done without a list if the platform says: %s", (reason) => {
  expect(settledRemoval(handler, PARTNER, { status: 409, reason }, "unreadable")).toBe("done");
});

test.each([404, 405, 501])(
  "a removal that gets %i is uncertain only if the deployment did not list clients",
  (status) => {
    expect(settledRemoval(handler, PARTNER, { status }, PARTNER)).toBe("throws edge-group-member-remains");
    expect(settledRemoval(handler, PARTNER, { status }, "unreadable")).toBe(
      "throws edge-group-member-remains",
    );
    const unlisted = { ...PARTNER, __unlisted: true };
    expect(settledRemoval(handler, unlisted, { status }, PARTNER)).toBe("throws edge-group-member-remains");
    expect(settledRemoval(handler, unlisted, { status }, "unreadable")).toBe("edge-group-member-may-remain");
  },
);

const largest = { groupId: 17, clientId: LARGEST_ID };

test.each<[string, unknown, unknown, JsonObject?]>([
  ["that is longer than its page", { count: 200, clients: [{ id: 1 }, { id: 2 }] }, "unreadable"],
  ["that contains no records", { count: 1, clients: [] }, "unreadable"],
  ["whose records are null", { count: 1, clients: null }, "unreadable"],
  ["that is empty", { count: 0, clients: [] }, "gone"],
  ["that is empty, as null", { count: 0, clients: null }, "gone"],
  ["that is empty, without a count", { clients: [] }, "gone"],
  ["with other clients only", { count: 2, clients: [{ id: 1 }, { id: 47110 }] }, "gone"],
  ["with the client on its page", { count: 200, clients: [{ id: 1 }, { id: 4711 }] }, PARTNER],
  ["with ids as texts", { count: 1, clients: [{ id: "4711" }] }, PARTNER],
  [
    "with the neighbour of the largest id",
    { count: 1, clients: [{ id: "9223372036854775806" }] },
    "gone",
    largest,
  ],
])("the list of clients %s shows whether the client is a member", async (_, body, seen, state = PARTNER) => {
  expect(await readIn(handler, state, body)).toEqual(seen);
});
