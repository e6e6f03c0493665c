import { describe, expect, test } from "@jest/globals";
import { requestsWithQuery } from "../../../support/handler-setup";
import { isList, PARTNER, setUp, setUpScripted } from "./setup";

// Ids have 64 bits. A number of JavaScript has 53, so they must not be converted.

const LARGEST = "9223372036854775807";
/** JavaScript rounds it to the same number as the largest id. */
const NEIGHBOUR = "9223372036854775806";

const args = { groupId: LARGEST, clientId: LARGEST };
const path = `/fastedge/v1/admin/groups/${LARGEST}/client/${LARGEST}`;

describe("the largest id", () => {
  test("is exact in the path, the query, the list, the state and the resource's id", async () => {
    const { platform, resource } = await setUp();
    await resource.up(args);
    await resource.refresh();
    expect(requestsWithQuery(platform)).toEqual([
      `POST ${path}`,
      `GET /fastedge/v1/admin/clients?group__incl=${LARGEST}&client_id=${LARGEST}`,
      `GET /fastedge/v1/admin/clients?group__incl=${LARGEST}&client_id=${LARGEST}`,
    ]);
    expect(platform.edgeGroups.members(LARGEST)).toEqual([LARGEST]);
    expect(resource.state?.id).toBe(`${LARGEST}/${LARGEST}`);
    expect(resource.outputs).toEqual(args);
  });

  test("is different from its neighbour in a list without a filter", async () => {
    const { resource } = await setUpScripted((request) =>
      isList(request) ? { body: `{"count":1,"clients":[{"id":${NEIGHBOUR}}]}` } : { status: 204 },
    );
    await resource.up(args);
    await resource.refresh();
    expect(resource.state).toBeUndefined();
  });
});

describe("an id as a number and as a text", () => {
  test("is not a change, in either direction, also after a refresh", async () => {
    const { platform, resource } = await setUp();
    await resource.up(PARTNER);
    platform.clearRequests();
    expect(await resource.up({ groupId: "17", clientId: "4711" })).toBe("same");
    expect(await resource.up({ groupId: 17, clientId: "4711" })).toBe("same");
    expect(platform.requests).toEqual([]);
    await resource.refresh();
    expect(await resource.up({ groupId: "17", clientId: 4711 })).toBe("same");
  });

  test("is the same member in a list with ids as texts", async () => {
    const { resource } = await setUpScripted((request) =>
      isList(request) ? { body: { count: 1, clients: [{ id: "4711" }] } } : { status: 204 },
    );
    await resource.up(PARTNER);
    await resource.refresh();
    expect(resource.outputs).toEqual(PARTNER);
  });
});
