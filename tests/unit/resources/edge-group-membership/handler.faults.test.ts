import { describe, expect, test } from "@jest/globals";
import { failOnce, logLines, requestsWithQuery } from "../../../support/handler-setup";
import type { InProcessResource } from "../../../support/in-process-resource";
import type { ScriptedReply } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import { isAdd, isList, isRemove, LIST, MEMBER, missing, PARTNER, setUpFaulty, setUpScripted } from "./setup";

const replies = (status: number, error: string): ScriptedReply => ({ status, body: { error } });

describe("adding a client", () => {
  test.each<[string, ScriptedReply]>([
    ["204", { status: 204 }],
    ["200 with an object", { status: 200, body: { id: 4711 } }],
    ["201 with nothing", { status: 201 }],
    ["200 with a body that is not JSON", { status: 200, body: "OK" }],
  ])("succeeds if the platform replies %s", async (_, answer) => {
    const { resource } = await setUpScripted(() => answer);
    expect(await resource.up(PARTNER)).toBe("create");
    expect(resource.state?.id).toBe("17/4711");
  });

  test("succeeds if the first reply was lost and the second one says that the client is a member", async () => {
    const { platform, resource } = await setUpFaulty(failOnce(isAdd, "lose the reply"), {
      duplicateMember: "error",
    });
    expect(await resource.up(PARTNER)).toBe("create");
    expect(requestsWithQuery(platform)).toEqual([`POST ${MEMBER}`, `POST ${MEMBER}`, LIST]);
    expect(platform.edgeGroups.members(17)).toEqual(["4711"]);
  });

  test("succeeds if every reply is lost and the list contains the client", async () => {
    const { platform, resource } = await setUpFaulty((request) =>
      isAdd(request) ? "lose the reply" : undefined,
    );
    expect(await resource.up(PARTNER)).toBe("create");
    expect(platform.edgeGroups.members(17)).toEqual(["4711"]);
  });
});

/** A platform that cannot list clients, with this reply to adding one. */
async function setUpWithoutList(answer: ScriptedReply): Promise<InProcessResource> {
  const { resource } = await setUpScripted((request) => (isAdd(request) ? answer : missing));
  return resource;
}

/** The client is not added, and the error contains the reply. */
async function expectNotAdded(resource: InProcessResource, { status }: ScriptedReply): Promise<void> {
  const error = await failureOf(resource.up(PARTNER));
  expect(error.message).toContain(`POST ${MEMBER} was answered ${status}`);
  expect(resource.state).toBeUndefined();
}

describe("a client that is already a member", () => {
  test.each<[string, ScriptedReply]>([
    ["400 with a message about it", replies(400, "client is already a member of the group")],
    ["400 with another message", replies(400, "bad request")],
    ["409", replies(409, "conflict")],
    ["409 without a body", { status: 409 }],
    ["422", replies(422, "unprocessable")],
    ["500 at every attempt", replies(500, "duplicate key value violates unique constraint")],
  ])("is added without an error if the platform replies %s and lists the client", async (_, answer) => {
    const { platform, resource } = await setUpFaulty((request) => (isAdd(request) ? answer : undefined));
    platform.edgeGroups.add(17, 4711);
    expect(await resource.up(PARTNER)).toBe("create");
    expect(resource.state?.id).toBe("17/4711");
  });

  test.each<[string, ScriptedReply]>([
    ["400: already a member", replies(400, "client is already a member of the group")],
    ["400: already in the group", replies(400, "Client 4711 is ALREADY in group 17")],
    ["400: duplicate", replies(400, "Duplicate membership")],
    ["400: exists", replies(400, "membership exists")],
    ["422: already", replies(422, "already a member")],
    ["409: already", replies(409, "The client is already a member of this group.")],
  ])("is added without an error if the platform replies %s and cannot list clients", async (_, answer) => {
    expect(await (await setUpWithoutList(answer)).up(PARTNER)).toBe("create");
  });

  test.each<[string, ScriptedReply]>([
    ["400: does not exist", replies(400, "client does not exist")],
    ["400: no such client exists", replies(400, "no such client exists")],
    ["400: deleted", replies(400, "client has already been deleted")],
    ["400: in another group", replies(400, "client already belongs to another group")],
    ["400: something else", replies(400, "group is locked")],
    ["400: a limit", replies(400, "The group has already reached its limit of members")],
    ["400: one group", replies(400, "Client exists in another group, and a client may be in one group only")],
    ["400: archived", replies(400, "Group already archived")],
    ["400: another client", replies(400, "Client 4712 is already a member of group 17")],
    ["400: another group", replies(400, "Client 4711 is already a member of group 18")],
    ["409", replies(409, "conflict")],
    ["409 without a body", { status: 409 }],
    ["404", { status: 404 }],
    ["403", replies(403, "admin only")],
  ])("is not assumed if the platform replies %s and cannot list clients", async (_, answer) =>
    expectNotAdded(await setUpWithoutList(answer), answer),
  );

  test.each<[string, ScriptedReply]>([
    ["400", replies(400, "client already belongs to the same owner")],
    ["409", replies(409, "conflict")],
  ])("is not assumed if the platform replies %s and does not list the client", async (_, answer) => {
    const { resource } = await setUpFaulty((request) => (isAdd(request) ? answer : undefined));
    await expectNotAdded(resource, answer);
  });

  test("is added without an error if the platform replies so, and listing fails", async () => {
    const { resource } = await setUpScripted(
      (request) => (isAdd(request) ? replies(400, "already a member") : replies(500, "out of order")),
      { maxRetries: "0" },
    );
    expect(await resource.up(PARTNER)).toBe("create");
  });
});

/** The client is removed, and nothing is logged. */
async function expectRemoved(resource: InProcessResource): Promise<void> {
  await resource.destroy();
  expect(resource.state).toBeUndefined();
  expect(logLines(resource)).toEqual([]);
}

describe("a client that is not a member any more", () => {
  test.each<[string, ScriptedReply]>([
    ["404", { status: 404 }],
    ["400 with a message about it", replies(400, "client is not a member")],
    ["400 with another message", replies(400, "bad request")],
    ["409", replies(409, "conflict")],
    ["422", replies(422, "unprocessable")],
  ])(
    "is removed without an error if the platform replies %s and does not list the client",
    async (_, answer) => {
      const { platform, resource } = await setUpFaulty((request) => (isRemove(request) ? answer : undefined));
      await resource.up(PARTNER);
      platform.edgeGroups.remove(17, 4711);
      await expectRemoved(resource);
    },
  );

  test.each<[string, ScriptedReply]>([
    ["400: not a member", replies(400, "client is not a member of the group")],
    ["400: no member", replies(400, "Client 4711 is no member")],
    ["400: not in the group", replies(400, "client is not in group 17")],
    ["400: doesn't exist", replies(400, "membership doesn't exist")],
    ["409: not found", replies(409, "membership not found")],
  ])("is removed without an error if the platform replies %s and cannot list clients", async (_, answer) => {
    const { resource } = await setUpScripted((request) => {
      if (isAdd(request)) return { status: 204 };
      return isRemove(request) ? answer : missing;
    });
    await resource.up(PARTNER);
    await expectRemoved(resource);
  });

  test.each<[string, ScriptedReply]>([
    ["400", replies(400, "group is locked")],
    ["403", replies(403, "admin only")],
    ["500", replies(500, "out of order")],
  ])("is not removed if the platform replies %s and lists the client", async (_, answer) => {
    const { platform, resource } = await setUpFaulty(
      (request) => (isRemove(request) ? answer : undefined),
      {},
      { maxRetries: "0" },
    );
    await resource.up(PARTNER);
    const error = await failureOf(resource.destroy());
    expect(error.message).toContain(`DELETE ${MEMBER} was answered ${answer.status}`);
    expect(resource.state?.id).toBe("17/4711");
    expect(platform.edgeGroups.members(17)).toEqual(["4711"]);
  });

  test.each([404, 405, 501])(
    "remains in the state if the removal is answered %i, and the platform lists the client",
    async (status) => {
      const { platform, resource } = await setUpFaulty((request) =>
        isRemove(request) ? { status } : undefined,
      );
      await resource.up(PARTNER);
      expect((await failureOf(resource.destroy())).message).toContain("[edge-group-member-remains]");
      expect(resource.state?.id).toBe("17/4711");
      expect(platform.edgeGroups.members(17)).toEqual(["4711"]);
    },
  );

  test("remains in the state if a gateway answers in place of the edge platform", async () => {
    let isLost = false;
    const { platform, resource } = await setUpFaulty(({ path }) =>
      isLost && path.startsWith("/fastedge/") ? missing : undefined,
    );
    await resource.up(PARTNER);
    isLost = true;
    resource.restart();
    await resource.refresh();
    expect((await failureOf(resource.destroy())).message).toContain("[edge-group-member-remains]");
    expect(resource.state?.id).toBe("17/4711");
    expect(platform.edgeGroups.members(17)).toEqual(["4711"]);
  });

  test("leaves the state with a warning on a deployment that can only add members, after the same answer twice", async () => {
    const { platform, resource } = await setUpFaulty(() => undefined, { mode: "documented-only" });
    await resource.up(PARTNER);
    expect(resource.outputs).toEqual(PARTNER);
    platform.clearRequests();
    await resource.destroy();
    expect(resource.state).toBeUndefined();
    expect(platform.requests.filter(({ method }) => method === "DELETE")).toHaveLength(2);
    expect(logLines(resource)).toEqual([
      expect.stringMatching(
        /^warning: client 4711 may still be a member of group 17: .*\[edge-group-member-may-remain\]$/,
      ),
    ]);
  });

  test("cannot be confirmed if listing fails, so the deletion fails", async () => {
    let broken = true;
    const { platform, resource } = await setUpFaulty(
      (request) => (broken && isList(request) ? replies(500, "out of order") : undefined),
      {},
      { maxRetries: "0" },
    );
    await resource.up(PARTNER);
    platform.edgeGroups.remove(17, 4711);
    expect((await failureOf(resource.destroy())).message).toContain("was answered 500: out of order");
    expect(resource.state).toBeDefined();
    broken = false;
    await resource.destroy();
    expect(resource.state).toBeUndefined();
  });

  test("is not assumed if the platform replies with another message and cannot list clients", async () => {
    const { resource } = await setUpScripted((request) => {
      if (isAdd(request)) return { status: 204 };
      return isRemove(request) ? replies(400, "group is locked") : missing;
    });
    await resource.up(PARTNER);
    expect((await failureOf(resource.destroy())).message).toContain("group is locked");
    expect(resource.state).toBeDefined();
  });
});

describe("the list of clients", () => {
  const startListing = (body: unknown) =>
    setUpScripted((request) => (isList(request) ? { body } : { status: 204 }));

  test.each([
    ["that is longer than its page", { count: 200, clients: [{ id: 1 }, { id: 2 }] }],
    ["that contains no records", { count: 1, clients: [] }],
    ["whose records are null", { count: 1, clients: null }],
  ])("%s does not prove anything: the state is unchanged", async (_, body) => {
    const { resource } = await startListing(body);
    await resource.up(PARTNER);
    const before = structuredClone(resource.state);
    await resource.refresh();
    expect(resource.state).toEqual(before);
  });

  test("that is longer than its page contains a client that is on it", async () => {
    const { resource } = await startListing({ count: 200, clients: [{ id: 1 }, { id: 4711 }] });
    await resource.up(PARTNER);
    await resource.refresh();
    expect(resource.outputs).toEqual(PARTNER);
  });

  test.each([
    ["that is empty", { count: 0, clients: [] }],
    ["that is empty, as null", { count: 0, clients: null }],
    ["that is empty, without a count", { clients: [] }],
    ["with other clients only", { count: 2, clients: [{ id: 1 }, { id: 47110 }] }],
  ])("%s proves that the client is not a member", async (_, body) => {
    const { resource } = await startListing(body);
    await resource.up(PARTNER);
    await resource.refresh();
    expect(resource.state).toBeUndefined();
  });
});
