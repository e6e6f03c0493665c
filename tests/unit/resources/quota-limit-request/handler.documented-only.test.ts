import { describe, expect, test } from "@jest/globals";
import { failOnce, logLines } from "../../../support/handler-setup";
import { changes } from "../../../support/platform";
import { isProbe } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import { args, body, isPost, PATH, POST, patient, setUp } from "./setup";

// A deployment that has only the documented operation, POST. Its reply contains nothing.

/** A deployment that has a list after the run that created the request. */
async function setUpListedLater() {
  let isListed = false;
  const started = await setUp({
    faultFor: (request) =>
      isPost(request) || isProbe(request) || request.path.startsWith("/v1/tasks/") || isListed
        ? undefined
        : { status: 404, body: { message: "Not Found" } },
  });
  await started.request.up(args);
  isListed = true;
  started.request.restart();
  return started;
}

describe("on a deployment with only the documented operations", () => {
  const documentedOnly = { mode: "documented-only" } as const;

  test("a success whose body is not JSON is accepted", async () => {
    const faultFor = failOnce(isPost, { status: 201, body: "Created" });
    const { request } = await setUp({ ...documentedOnly, faultFor });
    expect(await request.up(args)).toBe("create");
  });

  test.each<["lose the reply" | { status: number }, string]>([
    ["lose the reply", "failed: the connection broke before the whole reply had come"],
    [{ status: 502 }, "was answered 502: the reply has no body"],
  ])("a POST with an unknown result is an error that says so: %j", async (fault, what) => {
    const { platform, request } = await setUp({ ...documentedOnly, faultFor: failOnce(isPost, fault) });
    const { message } = await failureOf(request.up(args));
    expect(message).toContain(`${POST} ${what}`);
    expect(message.split("\n").slice(1)).toEqual([
      "This deployment cannot list quota limit requests, so it is not known whether this one was created: ask the platform before you run again, which sends it once more.",
    ]);
    expect(request.state).toBeUndefined();
    expect(platform.count({ method: "POST" })).toBeLessThanOrEqual(1);
  });
});

const LEFT = `info: the quota limit request stays at the platform: its id is not known here. Ask those who decide it to drop it.`;

describe("a deployment that has a list later", () => {
  test("lets a refresh read the id and the status, and the resource id is unchanged", async () => {
    const { platform, request } = await setUpListedLater();
    const before = request.state?.id;
    const [setUpWithList] = platform.quotas.requests();
    await request.refresh();
    expect(request.state?.id).toBe(before);
    expect(request.outputs).toEqual({
      ...args,
      requestId: Number(setUpWithList?.id),
      status: "in progress",
      createdAt: setUpWithList?.created_at,
    });
    expect(await request.up(args)).toBe("same");
    await request.destroy();
    expect(changes(platform)).toEqual([[POST, body], [`DELETE ${PATH}/${setUpWithList?.id}`]]);
  });

  test("lets a destroy withdraw the request, also without a refresh", async () => {
    const { platform, request } = await setUpListedLater();
    await request.destroy();
    expect(platform.quotas.requests()).toEqual([]);
    expect(logLines(request)).not.toContain(LEFT);
  });

  test("lets an up wait for the decision, and the resource keeps its id after a rejection", async () => {
    const { platform, request } = await setUpListedLater();
    const before = request.state?.id;
    platform.quotas.reject(platform.quotas.requests()[0]?.id ?? "");
    const error = await failureOf(request.up(patient));
    expect(error.message).toContain("was rejected by the platform");
    expect(request.state).toMatchObject({ id: before, outputs: { status: "rejected" } });
  });
});
