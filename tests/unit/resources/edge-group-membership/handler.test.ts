import { describe, expect, test } from "@jest/globals";
import { logLines, requestsWithQuery } from "../../../support/handler-setup";
import { failureOf } from "../../../support/until";
import { LIST, MEMBER, PARTNER, setUp } from "./setup";

describe("a membership", () => {
  test("is created by one POST without a body, and one GET shows that the edge platform has answered", async () => {
    const { platform, resource } = await setUp();
    expect(await resource.up(PARTNER)).toBe("create");
    expect(requestsWithQuery(platform)).toEqual([`POST ${MEMBER}`, LIST]);
    expect(platform.requests[0]?.body).toBeUndefined();
    expect(platform.edgeGroups.members(17)).toEqual(["4711"]);
    expect(resource.state?.id).toBe("17/4711");
    expect(resource.outputs).toEqual(PARTNER);
  });

  test("in another group replaces it: the client is added there and then removed here", async () => {
    const { platform, resource } = await setUp();
    await resource.up(PARTNER);
    platform.clearRequests();
    expect(await resource.up({ ...PARTNER, groupId: 18 })).toBe("replace");
    expect(requestsWithQuery(platform)).toEqual([
      "POST /fastedge/v1/admin/groups/18/client/4711",
      "GET /fastedge/v1/admin/clients?group__incl=18&client_id=4711",
      "DELETE /fastedge/v1/admin/groups/17/client/4711",
    ]);
    expect(platform.edgeGroups.groups()).toEqual(["18"]);
    expect(resource.state?.id).toBe("18/4711");
  });

  test("in a deleted group is removed by a refresh, and creating it again fails", async () => {
    const { platform, resource } = await setUp();
    await resource.up(PARTNER);
    platform.edgeGroups.loseGroup(17);
    await resource.refresh();
    expect(resource.state).toBeUndefined();
    const { message } = await failureOf(resource.up(PARTNER));
    const refused = platform.requests.findLast(({ path }) => path === MEMBER);
    expect(message).toBe(
      `POST ${MEMBER} was answered 404: the reply has no body (request id ${refused?.requestId}) [parent-object-not-found]\n` +
        "Check groupId and clientId. What they name does not exist, or not in the account of the key. Nothing was changed.",
    );
    expect(resource.state).toBeUndefined();
  });

  test("is deleted by one DELETE that a GET confirms, and memberships of others remain", async () => {
    const { platform, resource } = await setUp();
    platform.edgeGroups.add(17, 4712);
    await resource.up(PARTNER);
    platform.clearRequests();
    await resource.destroy();
    expect(requestsWithQuery(platform)).toEqual([`DELETE ${MEMBER}`, LIST]);
    expect(platform.edgeGroups.members(17)).toEqual(["4712"]);
    expect(resource.state).toBeUndefined();
    expect(logLines(resource)).toEqual([]);
  });
});
