import { afterEach, describe, expect, test } from "@jest/globals";
import { logLines, requestsWithQuery } from "../../../support/handler-setup";
import { PROBE } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import { LIST, MEMBER, PARTNER, setUp, tearDown } from "./setup";

// A deployment that can add clients to groups, and has no operation to remove or to list them.

afterEach(tearDown);

describe.each(["json", "html"] as const)("on the barest deployment, with 404s in %s", (unknownPaths) => {
  const bare = { mode: "documented-only", unknownPaths } as const;
  const startBare = () => setUp(bare);

  test("a member already stays one, where the platform accepts that and where it does not", async () => {
    for (const duplicateMember of ["accept", "error"] as const) {
      const { platform, resource } = await setUp({ ...bare, duplicateMember });
      platform.edgeGroups.add(17, 4711);
      expect(await resource.up(PARTNER)).toBe("create");
      expect(platform.edgeGroups.members(17)).toEqual(["4711"]);
    }
  });

  test("whether there is a list is asked once, not at every refresh", async () => {
    const { platform, resource } = await startBare();
    await resource.up(PARTNER);
    platform.clearRequests();
    for (const _ of [1, 2, 3]) await resource.refresh();
    expect(requestsWithQuery(platform)).toEqual([LIST, PROBE]);
  });

  test("destroying does not fail, and says what may be left", async () => {
    const { platform, resource } = await startBare();
    await resource.up(PARTNER);
    platform.clearRequests();
    await resource.destroy();
    expect(requestsWithQuery(platform)).toEqual([`DELETE ${MEMBER}`, PROBE, LIST]);
    expect(resource.state).toBeUndefined();
    expect(platform.edgeGroups.members(17)).toEqual(["4711"]);
    expect(logLines(resource)).toEqual([
      "warning: client 4711 may still be a member of group 17: this deployment of the platform has no operation to remove members, or does not confirm the removal [edge-group-member-may-remain]",
    ]);
  });

  test("a replacement adds the new one, and says which old one may be left", async () => {
    const { platform, resource } = await startBare();
    await resource.up(PARTNER);
    expect(await resource.up({ ...PARTNER, clientId: 4712 })).toBe("replace");
    expect(platform.edgeGroups.members(17)).toEqual(["4711", "4712"]);
    expect(resource.state?.id).toBe("17/4712");
  });

  test("a group that does not exist is the platform's own 404, with what to do", async () => {
    const { platform, resource } = await startBare();
    platform.edgeGroups.loseGroup(17);
    const error = await failureOf(resource.up(PARTNER));
    expect(error.message).toContain(`POST ${MEMBER} was answered 404: the reply has no body`);
    expect(error.message).toContain("Check the ids.");
    expect(resource.state).toBeUndefined();
  });

  test("a service that is unavailable for a moment is waited for", async () => {
    const { platform, resource } = await startBare();
    platform.edgeGroups.unavailable(2);
    expect(await resource.up(PARTNER)).toBe("create");
    expect(platform.edgeGroups.members(17)).toEqual(["4711"]);
  });
});
