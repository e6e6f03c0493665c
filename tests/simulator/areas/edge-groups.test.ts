import { afterEach, expect, test } from "@jest/globals";
import { closeAll, start } from "../../../simulator/testing/client";

afterEach(closeAll);

const clients = "/fastedge/v1/admin/clients";

function membership(group: string | number, client: string | number): string {
  return `/fastedge/v1/admin/groups/${group}/client/${client}`;
}

test("removing a client that is no member gets 404 without a body", async () => {
  const { sim, call } = await start();
  sim.edgeGroups.add(4, 7);
  const answer = await call("DELETE", membership(3, 7));
  expect([answer.status, answer.text]).toEqual([404, ""]);
  expect(sim.edgeGroups.members(4)).toEqual(["7"]);
});

test.each<[string, "loseGroup" | "loseClient", number]>([
  ["a group", "loseGroup", 3],
  ["a client", "loseClient", 7],
])("%s that does not exist gets 404 without a body", async (_, lose, id) => {
  const { sim, call } = await start();
  sim.edgeGroups.add(3, 7);
  sim.edgeGroups[lose](id);
  expect(sim.edgeGroups.members(3)).toEqual([]);
  for (const method of ["POST", "DELETE"]) {
    const answer = await call(method, membership(3, 7));
    expect([answer.status, answer.text]).toEqual([404, ""]);
  }
  expect(sim.edgeGroups.members(3)).toEqual([]);
  expect(() => sim.edgeGroups.add(3, 7)).toThrow("There is no group 3 or no client 7.");
  expect((await call("POST", membership(4, 8))).status).toBe(204);
});

test.each([
  ["group__incl=3", [7, 8]],
  ["group__incl=3&client_id=8", [8]],
  ["group__incl=3&client_id=9", []],
  ["group__incl=5", []],
  ["client_id=7", [7]],
  ["", [7, 8]],
])("the list of clients of ?%s", async (query, expected) => {
  const { sim, call } = await start();
  sim.edgeGroups.add(3, 7);
  sim.edgeGroups.add(3, 8);
  sim.edgeGroups.add(4, 7);
  const { status, body } = await call("GET", `${clients}?${query}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    count: expected.length,
    clients: expected.map((id) => ({ id, name: `client-${id}`, email: `client-${id}@example.com` })),
  });
});
