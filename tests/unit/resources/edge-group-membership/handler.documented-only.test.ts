import { afterEach, describe, expect, test } from "@jest/globals";
import { requestsWithQuery } from "../../../support/handler-setup";
import { PROBE } from "../../../support/scripted-server";
import { LIST, PARTNER, setUp, tearDown } from "./setup";

// A deployment that can add clients to groups, and can neither remove nor list them.

afterEach(tearDown);

describe.each(["json", "html"] as const)(
  "on a deployment with only the documented operations, and 404s in %s",
  (unknownPaths) => {
    const documentedOnly = { mode: "documented-only", unknownPaths } as const;
    const startDocumentedOnly = () => setUp(documentedOnly);

    test("adding an existing member succeeds, whether the platform accepts or rejects it", async () => {
      for (const duplicateMember of ["accept", "error"] as const) {
        const { platform, resource } = await setUp({ ...documentedOnly, duplicateMember });
        platform.edgeGroups.add(17, 4711);
        expect(await resource.up(PARTNER)).toBe("create");
        expect(platform.edgeGroups.members(17)).toEqual(["4711"]);
      }
    });

    test("the first refresh finds that there is no list, and later ones do not request it", async () => {
      const { platform, resource } = await startDocumentedOnly();
      await resource.up(PARTNER);
      platform.clearRequests();
      for (const _ of [1, 2, 3]) await resource.refresh();
      expect(requestsWithQuery(platform)).toEqual([LIST, PROBE]);
    });
  },
);
