import { expect, test } from "@jest/globals";
import { newestOfEqual } from "../../../../sdk/src/resources/quota-limit-request/creation";

test("of equal requests of a client an import has the newest open one, and those of other clients as well", () => {
  const records = [
    { id: 1, clientId: 7, description: "More", status: "in progress" },
    { id: 2, clientId: 7, description: "More", status: "done" },
    { id: 3, clientId: 7, description: "Other" },
    { id: 4, clientId: 8, description: "More" },
  ];
  expect(newestOfEqual(records).map(({ id }) => id)).toEqual([1, 4, 3]);
});
