import { expect, test } from "@jest/globals";
import { listMembers } from "../../../../sdk/src/platform/api/edge-groups";
import { testApi } from "../../../support/test-api";

const members = (body: object) => {
  const api = testApi(async () => ({ status: 200, body }));
  return listMembers(api, 7);
};

test("the members of a group are listed once each", async () => {
  const clients = [{ id: 1 }, { id: "9223372036854775807" }, { id: 1 }];
  expect(await members({ count: 3, clients })).toEqual([1, "9223372036854775807"]);
  expect(await members({ clients })).toEqual([1, "9223372036854775807"]);
  expect(await members({ count: 0, clients: null })).toEqual([]);
});

test("a list that lacks members is an error, as an import of it would not be whole", async () => {
  await expect(members({ count: 3, clients: [{ id: 1 }] })).rejects.toThrow(
    "the list of clients is incomplete: it has 1 of 3",
  );
});
