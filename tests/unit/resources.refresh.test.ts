import { describe, expect, test } from "@jest/globals";
import { handlerSetUp } from "../support/handler-setup";
import { RESOURCES } from "../support/resource-fixtures";
import { isProbe } from "../support/scripted-server";
import { failureOf } from "../support/until";

// A refresh removes a resource from the state only if the platform reports that its object does not exist.

/** The reply of a deployment without the operation. */
const NOT_FOUND = { status: 404, body: { message: "Not Found" } };

const readable = RESOURCES.filter(({ scenario }) => scenario.remove);

describe.each(readable)("$name", ({ handler, scenario: { first, prepare } }) => {
  const { setUpCreated, setUpFaulty } = handlerSetUp(handler, { taskTime: 0 });

  const start = () => setUpCreated(first, { prepare, settings: { maxRetries: "0" } });

  test.each([500, 401, 403])("remains in the state if a refresh is answered with %i", async (status) => {
    const { platform, resource } = await start();
    const before = structuredClone(resource.state);
    platform.faults.add(`status:code=${status}@GET`);
    resource.restart();
    const { message } = await failureOf(resource.refresh());
    expect(message).toContain(`was answered ${status}`);
    // The key may be that of the last run.
    expect(message.includes("--run-program")).toBe(status !== 500);
    expect(resource.state).toEqual(before);
  });

  test("remains in the state if its operations are answered 404 in place of the API", async () => {
    let isReadable = true;
    const { platform, resource } = await setUpFaulty((request) =>
      isReadable || request.method !== "GET" || isProbe(request) ? undefined : NOT_FOUND,
    );
    prepare?.(platform);
    await resource.up(first);
    const before = structuredClone(resource.state);
    isReadable = false;
    resource.restart();
    // Without a documented GET of the area, a deployment that can never read looks the same.
    await resource.refresh().catch((error: Error) => {
      expect(error.message).toContain("[operation-not-confirmed]");
    });
    expect(resource.state).toEqual(before);
  });
});
