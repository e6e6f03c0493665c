import { describe, expect, test } from "@jest/globals";
import type { Api } from "../../../../sdk/src/platform/api/api";
import { addMember } from "../../../../sdk/src/platform/api/edge-groups";
import { createLimitRequest } from "../../../../sdk/src/platform/api/quotas";
import { createRouter, moveSubnet, updateRouter } from "../../../../sdk/src/platform/api/routers";
import type { Method } from "../../../../sdk/src/platform/http/call";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import { closedAddress, type Script, type ScriptedReply } from "../../../support/scripted-server";
import { testApi } from "../../../support/test-api";
import { failureOf } from "../../../support/until";
import { connect, connectTo, page, refused, serve } from "./connect-client";

describe("the advice for the user", () => {
  test.each([
    [400, "[bad-request]", "Correct what the platform names"],
    [401, "[unauthorized]", "pulumi config set --secret cloudplatform:apiKey"],
    [401, "[unauthorized]", "CLOUDPLATFORM_API_KEY"],
    [403, "[forbidden]", "rights"],
    [404, "[not-found]", "Check the ids"],
    [408, "[request-timeout]", "cloudplatform:requestTimeout"],
    [409, "[conflict]", "The request conflicts with something at the platform, such as another change"],
    [422, "[bad-request]", "Correct what the platform names"],
    [429, "[rate-limited]", "cloudplatform:maxConcurrentRequests"],
    [500, "[server-error]", "The platform failed, not your program"],
    [503, "[server-error]", "The platform failed, not your program"],
  ])("after a %i: %s … %s …", async (status, code, part) => {
    const text = (await refused({ status, body: { message: "No." } })).message;
    expect(text.split("\n")[0]).toBe(`PATCH /cloud/v2/x was answered ${status}: No. ${code}`);
    expect(text.split("\n").at(-1)).toContain(part);
  });

  const startRefusing = async (status: number) =>
    (await connectTo(() => ({ status, body: { message: "No." } }), { maxRetries: 0 })).client;
  const failedAs = async (method: Method, status: number) =>
    failureOf<PlatformError>((await startRefusing(status)).send({ method, path: "/cloud/v1/x" }));

  test.each<[Method, number, boolean]>([
    ["POST", 503, true],
    ["PATCH", 408, true],
    ["DELETE", 500, true],
    ["GET", 503, false],
    ["POST", 501, false],
    ["POST", 409, false],
  ])("after a %s with status %i, whether it may have taken effect: %s", async (method, status, may) => {
    const advice = (await failedAs(method, status)).message.split("\n").at(-1) ?? "";
    expect(advice.startsWith("The request may have taken effect; the next run checks this")).toBe(may);
  });

  const region = { projectId: 1, regionId: 2 };
  const limits = { description: "", requestedLimits: {} };
  test.each<[string, (api: Api) => Promise<unknown>, boolean]>([
    ["the creation of a router", (api) => createRouter(api, region, { name: "edge" }), true],
    ["attaching a subnet", (api) => moveSubnet(api, "attach", region, "3", { subnetId: "s" }), true],
    ["a quota limit request", (api) => createLimitRequest(api, limits), true],
    ["the update of a router", (api) => updateRouter(api, region, "3", { name: "edge" }), false],
    ["adding a member", (api) => addMember(api, 1, 2), false],
  ])("after a 403 of %s, whether the region may have no capacity", async (_, call, may) => {
    const { send } = await startRefusing(403);
    const text = (await failureOf(call(testApi(send)))).message;
    expect(text.includes("no capacity")).toBe(may);
    expect(text.includes("[forbidden-or-no-capacity]")).toBe(may);
  });

  test.each([
    [404, "[not-the-api]", "pulumi config get cloudplatform:baseUrl"],
    [429, "[rate-limited]", "limits the number of requests"],
  ])("after a %i with an HTML page: %s … %s …", async (status, code, part) => {
    const text = (await refused(page(status, "A page"))).message;
    expect(text).toContain(` ${code}\n`);
    expect(text).toContain(part);
  });

  test("if nothing listens at the address, is to check it, and says that nothing was changed", async () => {
    const { client } = connect(await closedAddress(), { maxRetries: 0 });
    const error = await failureOf<PlatformError>(client.send({ method: "POST", path: "/x", body: {} }));
    expect(error).toMatchObject({
      name: "PlatformError",
      method: "POST",
      path: "/x",
      mayHaveTakenEffect: false,
    });
    expect(error.status).toBeUndefined();
    expect(error.message).toMatch(
      /no connection to the platform.*ECONNREFUSED.* \[unreachable\]\n.*cloudplatform:baseUrl/,
    );
  });
});

describe("an endless reply", () => {
  /** Sends parts of 1 MiB until the connection is closed. */
  const endless =
    (status: number, part: Buffer): Script =>
    (_request, _index, response) => {
      const write = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on("drain", write).writeHead(status, { "content-type": "application/json" });
      write();
      return "silence";
    };

  test("with an error status ends after 1 MiB, and its beginning is the reason", async () => {
    const script = endless(500, Buffer.alloc(1024 * 1024, "It failed. "));
    const { client } = await connectTo(script, { maxRetries: 0 });
    const error = await failureOf<PlatformError>(client.send({ method: "GET", path: "/x" }));
    expect(error).toMatchObject({ status: 500, retryable: true });
    expect(error.reason).toMatch(/^(It failed\. )+.*…$/);
  });

  test("with a success status ends after 32 MiB", async () => {
    const { client } = await connectTo(endless(200, Buffer.alloc(1024 * 1024, " ")));
    const error = await failureOf<PlatformError>(client.send({ method: "GET", path: "/x" }));
    expect(error.reason).toBe("the reply is larger than 32 MiB");
    expect(error.retryable).toBe(false);
    expect(error.message).toContain("[unreadable-reply]\nThe reply cannot be read");
  });
});

test.each([301, 302, 303, 307, 308])(
  "a redirect with status %i is not followed: the key is not sent to another address",
  async (status) => {
    const elsewhere = await serve(() => ({ body: { tasks: [] } }));
    const error = await refused({ status, headers: { location: `${elsewhere.url}/stolen` } });
    expect(error).toMatchObject({ status, retryable: false });
    expect(error.message).toContain("[redirected]\nRedirects are not followed");
    expect(error.message).toContain("cloudplatform:baseUrl");
    expect(elsewhere.requests).toHaveLength(0);
  },
);

describe("the key", () => {
  const key = "k3y-of-Th1s_account";

  const everythingOf = (error: PlatformError) =>
    JSON.stringify([error.message, error.stack, { ...error }, error.cause]);

  test.each<[string, ScriptedReply]>([
    ["in the message", { status: 401, body: { message: `Key ${key} has expired: ${key}` } }],
    ["in a field", { status: 400, body: { errors: { key: [`${key} is not valid`] } } }],
    ["in the name of a field", { status: 400, body: { errors: { [key]: ["is not valid"], b: ["no"] } } }],
    ["in the class of the error", { status: 400, body: { exception_class: key, message: "no" } }],
    ["in the request id", { status: 400, body: { message: "no", request_id: key } }],
    ["in a header", { status: 400, body: { message: "no" }, headers: { "x-request-id": `id-${key}` } }],
    ["in the title of a page", page(500, `apikey ${key}`)],
    ["in plain text", { status: 500, body: `bad header: apikey ${key}` }],
    ["in a success that cannot be parsed", { status: 200, body: `<h1>${key}` }],
    ["in the header Retry-After", { status: 503, headers: { "retry-after": `${key}` } }],
  ])("does not occur in the error if the platform quotes it %s", async (_, answer) => {
    expect(everythingOf(await refused(answer, key))).not.toContain(key);
  });

  test("does not occur in the error of a connection", async () => {
    const { client } = connect(await closedAddress(), { maxRetries: 0, apiKey: key });
    const error = await failureOf<PlatformError>(client.send({ method: "GET", path: "/x" }));
    expect(everythingOf(error)).not.toContain(key);
  });
});
