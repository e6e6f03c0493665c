import { describe, expect, test } from "@jest/globals";
import { isGone, isMissing } from "../../../../sdk/src/platform/evidence/answers";
import { Evidence } from "../../../../sdk/src/platform/evidence/evidence";
import type { Call, Method } from "../../../../sdk/src/platform/http/call";
import { type ErrorForm, NotOffered, type PlatformError } from "../../../../sdk/src/platform/http/error";
import { systemClock } from "../../../../sdk/src/util/clock";
import { platformError } from "../../../support/platform-error";
import { failureOf } from "../../../support/until";

// The documented operations are believed. Any other is not offered if it is answered as a path is that cannot exist.

interface Answer {
  status?: number;
  form?: ErrorForm;
  reason?: string;
}

const PAGE = { count: 0, results: [] };
const ok: Answer = {};
const noRoute: Answer = { status: 404, form: "message", reason: "no Route matched" };

const LIST: Call = { method: "GET", path: "/cloud/v1/routers/1/2" };
const ITEM: Call = { method: "GET", path: "/cloud/v1/routers/1/2/a" };
const UNKNOWN = "GET /cloud/v1/no-such-operation";

/** The account of a server that is the API, with an answer to each request. Requests without one get that of an unknown path. */
function start(answers: Record<string, Answer | Answer[]>, unknown: Answer = noRoute) {
  const requests: string[] = [];
  const evidence = new Evidence(
    async ({ method, path }) => {
      if (path === "/streaming/ai/tasks") return { status: 200, body: PAGE };
      requests.push(`${method} ${path}`);
      const all = [answers[`${method} ${path}`] ?? unknown].flat();
      const sent = requests.filter((one) => one === `${method} ${path}`).length;
      const answer = all[Math.min(sent, all.length) - 1] as Answer;
      if (answer.status === undefined) return { status: 200, body: PAGE };
      throw platformError({ method: method as Method, path, ...answer });
    },
    "https://api.example.com",
    systemClock,
  );
  const { send } = evidence;
  const failure = (call: Call) => failureOf<PlatformError>(send(call));
  return { evidence, send, failure, requests };
}

const key = ({ method, path }: Call) => `${method} ${path}`;

describe("an undocumented operation is not offered", () => {
  test.each<[string, Answer]>([
    ["{message}", noRoute],
    ["{error}", { status: 404, form: "error", reason: "Not Found" }],
    ["{detail}, which is no form of the API", { status: 404, reason: "Not Found" }],
    ["no body", { status: 404, form: "empty", reason: "the reply has no body" }],
    ["a page", { status: 404, reason: 'an HTML page came back, titled "404 Not Found"' }],
    ["a class", { status: 404, form: "class", reason: "Not found" }],
  ])("if it is answered 404 as an unknown path is, with %s", async (_, unknown) => {
    const { failure, requests } = start({}, unknown);
    const error = await failure(LIST);
    expect(error).toBeInstanceOf(NotOffered);
    expect([isMissing(error), isGone(error)]).toEqual([true, false]);
    expect(error.message).toContain("was answered 404");
    expect(error.message).toContain("[operation-not-offered]");
    expect(requests).toEqual([key(LIST), UNKNOWN]);
  });

  test.each([405, 501])("if it is answered %i, which is about the operation on any path", async (status) => {
    const { failure, requests } = start({ [key(LIST)]: { status } });
    expect(await failure(LIST)).toBeInstanceOf(NotOffered);
    expect(requests).toEqual([key(LIST)]);
  });
});

describe("nothing is concluded, and the failure is that of the request,", () => {
  test.each<[string, Answer]>([
    ["in another form", { status: 404, form: "class", reason: "Router a was not found" }],
    ["with another sentence", { status: 404, form: "message", reason: "no such router" }],
    ["with 410", { status: 410, form: "message", reason: "no Route matched" }],
  ])("if the answer is not that to an unknown path: %s", async (_, answer) => {
    const { failure } = start({ [key(ITEM)]: answer });
    const error = await failure(ITEM);
    expect(error).not.toBeInstanceOf(NotOffered);
    expect(error).toMatchObject(answer);
  });

  test.each<[string, Answer]>([
    ["fails", { status: 503 }],
    ["succeeds", ok],
  ])("if the request for the unknown path %s, and then it is asked again", async (_, unknown) => {
    const { failure, requests } = start({ [UNKNOWN]: [unknown, noRoute] });
    expect(await failure(LIST)).not.toBeInstanceOf(NotOffered);
    expect(await failure(LIST)).toBeInstanceOf(NotOffered);
    expect(requests).toEqual([key(LIST), UNKNOWN, key(LIST), UNKNOWN]);
  });

  test("if the operation has answered before, for whatever object", async () => {
    const { send, failure, requests } = start({ [key(ITEM)]: ok });
    await send(ITEM);
    expect(await failure({ ...ITEM, path: "/cloud/v1/routers/1/2/b" })).not.toBeInstanceOf(NotOffered);
    expect(requests).not.toContain(UNKNOWN);
  });
});

describe("a list that makes an operation safer", () => {
  const noProject: Answer = { status: 404, form: "class", reason: "no such project" };

  const listed = (error: Answer, unknown: Answer = noRoute) =>
    start({}, unknown).evidence.optional(
      Promise.reject(platformError({ path: LIST.path, ...error })),
      "projectId and regionId",
    );

  test("is left out if it is not offered", async () => {
    const { evidence, send } = start({});
    expect(await evidence.optional(send(LIST))).toBeUndefined();
  });

  test("names the inputs if its parent does not exist", async () => {
    const { message } = await failureOf(listed(noProject));
    expect(message).toContain("[parent-object-not-found]\nCheck projectId and regionId.");
  });

  test.each<[string, Answer, Answer]>([
    ["in a form that says nothing of objects", { status: 404, form: "message" }, noRoute],
    ["as any path is now", noProject, noProject],
    ["while nothing shows how other paths are answered", noProject, { status: 503 }],
  ])(
    "fails, with an error that no code takes for a missing object, if it is answered %s",
    async (_, error, unknown) => {
      const failure = await failureOf<PlatformError>(listed(error, unknown));
      expect(failure.message).toContain("[operation-not-confirmed]");
      expect(failure.status).toBeUndefined();
    },
  );

  test.each([400, 401, 403, 500, 503])("fails if it is answered %i", async (status) => {
    await expect(listed({ status })).rejects.toMatchObject({ status });
  });
});
