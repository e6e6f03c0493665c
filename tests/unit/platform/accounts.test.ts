import { expect, test } from "@jest/globals";
import { Accounts } from "../../../sdk/src/platform/accounts";
import { TestClock } from "../../support/clock";

/** The accounts of a process, by their keys. */
function openAccounts() {
  const accounts = new Accounts(new TestClock());
  return (apiKey: string) =>
    accounts.get({
      get: (key) =>
        ({ "cloudplatform:apiKey": apiKey, "cloudplatform:baseUrl": "https://one.example.com" })[key],
    });
}

test("equal settings have the same Platform, so they share connections and tasks", () => {
  const accountOf = openAccounts();
  expect(accountOf("the-first-key")).toBe(accountOf("the-first-key"));
  expect(accountOf("the-first-key")).not.toBe(accountOf("the-other-key"));
});
