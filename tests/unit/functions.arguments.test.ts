import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { getAiTasks } from "../../sdk/src";
import type { ScriptedServer } from "../support/scripted-server";
import { failureOf } from "../support/until";
import { call, FUNCTIONS, startTakingAnything } from "./functions/calls";
import { tearDown } from "./functions/setup";

let server: ScriptedServer;

beforeAll(async () => {
  server = await startTakingAnything();
});

afterAll(tearDown);

beforeEach(() => {
  server.seen.length = 0;
});

const UUID = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21";
const CERTIFICATE = "certId must be the number of a certificate: ";
const VIDEO = "videoId must be the number of a video: ";
const WHOLE = "a whole number, 1 or more";
const TASK_UUID = `taskId must be the UUID of a task, such as "${UUID}"`;
const TIME = 'dateCreated must be a time in ISO 8601, such as "2026-01-31T12:00:00Z"';
const NO_TIME = "dateCreated is not a date that exists";
const NAMES = 'taskName must be one of "transcription", "content-moderation"';
const STATUS =
  'status must be one of "FAILURE", "PENDING", "RECEIVED", "RETRY", "REVOKED", "STARTED", "SUCCESS"';
const ORDERING = 'ordering must be one of "task_id", "status", "task_name", "started_at"';
const PAGE = "page must be the number of a page: a whole number, 1 or more";
const LIMIT = "limit must be the number of tasks on a page: a whole number, 1 or more";
const QUERY = "query must be a query in GraphQL";
const OPERATION = "operationName must be the name of an operation in the query";
const PLAIN =
  "must be a plain value: a text, a number, true, false, null, or a list or an object of plain values";
const TASK = "taskId must be the id of a task: not empty, without blanks and line breaks";

/** An argument that says what is wrong with it. */
type Refused = [name: string, args: unknown, sentence: string];

const REFUSED: Refused[] = [
  ["forceRetryCertificate", { certId: 0 }, `${CERTIFICATE}1 or more`],
  ["forceRetryCertificate", { certId: -1 }, `${CERTIFICATE}1 or more`],
  ["forceRetryCertificate", { certId: 1.5 }, `${CERTIFICATE}a whole number`],
  ["forceRetryCertificate", { certId: "321" }, `${CERTIFICATE}a whole number, not a text`],
  ["forceRetryCertificate", { certId: 2 ** 53 }, `${CERTIFICATE}a whole number`],
  ["forceRetryCertificate", { certId: null }, `${CERTIFICATE}a whole number`],
  ["forceRetryCertificate", {}, `${CERTIFICATE}a whole number`],

  ["getVideoSubtitles", { videoId: 0 }, `${VIDEO}${WHOLE}`],
  ["getVideoSubtitles", { videoId: 1.5 }, `${VIDEO}${WHOLE}`],
  ["getVideoSubtitles", { videoId: null }, `${VIDEO}${WHOLE}`],
  ["getVideoSubtitles", {}, `${VIDEO}${WHOLE}`],
  ["getVideoSubtitles", { videoId: "" }, `${VIDEO}${WHOLE}; as a text, digits alone`],
  ["getVideoSubtitles", { videoId: "05" }, `${VIDEO}${WHOLE}; as a text, digits alone`],
  ["getVideoSubtitles", { videoId: "5 " }, `${VIDEO}${WHOLE}; as a text, digits alone`],
  ["getVideoSubtitles", { videoId: "5/../6" }, `${VIDEO}${WHOLE}; as a text, digits alone`],
  [
    "getVideoSubtitles",
    { videoId: 2 ** 53 },
    `${VIDEO}it is too long for a number of JavaScript, which rounds it; write it as a text of digits`,
  ],
  ["getVideoSubtitles", { videoId: "9223372036854775808" }, `${VIDEO}9223372036854775807 or less`],

  ["getAiTasks", { taskId: "17" }, TASK_UUID],
  ["getAiTasks", { taskId: null }, TASK_UUID],
  ["getAiTasks", { taskId: `${UUID}\n` }, TASK_UUID],
  ["getAiTasks", { taskName: "dubbing" }, NAMES],
  ["getAiTasks", { taskName: "Transcription" }, NAMES],
  ["getAiTasks", { taskName: null }, NAMES],
  ["getAiTasks", { status: "success" }, STATUS],
  ["getAiTasks", { status: ["FAILURE", "RETRY"] }, STATUS],
  ["getAiTasks", { dateCreated: "yesterday" }, TIME],
  ["getAiTasks", { dateCreated: "2026-01-31 12:00" }, TIME],
  ["getAiTasks", { dateCreated: "" }, TIME],
  ["getAiTasks", { dateCreated: "2026-13-01" }, NO_TIME],
  ["getAiTasks", { dateCreated: "2026-02-30" }, NO_TIME],
  ["getAiTasks", { dateCreated: "2025-02-29T12:00:00Z" }, NO_TIME],
  ["getAiTasks", { dateCreated: "2026-01-31T25:00:00Z" }, NO_TIME],
  [
    "getAiTasks",
    { dateCreated: 1769860800 },
    'dateCreated must be a time in ISO 8601, such as "2026-01-31T12:00:00Z"',
  ],
  ["getAiTasks", { ordering: "-started_at" }, ORDERING],
  ["getAiTasks", { ordering: "startedAt" }, ORDERING],
  ["getAiTasks", { search: "" }, "search must not be empty"],
  ["getAiTasks", { search: 7 }, "search must be a text"],
  ["getAiTasks", { search: "\ud83d" }, "search has half a character, which no address can hold"],
  ["getAiTasks", { page: 0 }, PAGE],
  ["getAiTasks", { page: 1.5 }, PAGE],
  ["getAiTasks", { page: "2" }, PAGE],
  ["getAiTasks", { page: 2 ** 53 }, PAGE],
  ["getAiTasks", { page: Number.NaN }, PAGE],
  ["getAiTasks", { limit: 0 }, LIMIT],
  ["getAiTasks", { limit: Number.POSITIVE_INFINITY }, LIMIT],
  ["getAiTasks", { limit: null }, LIMIT],
  ["getAiTasks", { task_id: UUID }, "task_id is not a property of this function; check its spelling"],
  ["paginateAiTasks", { page: 0 }, PAGE],
  ["paginateAiTasks", { Limit: 5 }, "Limit is not a property of this function; check its spelling"],

  ["queryAnalytics", {}, QUERY],
  ["queryAnalytics", { query: 7 }, QUERY],
  ["queryAnalytics", { query: "" }, `${QUERY}, and not empty`],
  ["queryAnalytics", { query: " \n" }, `${QUERY}, and not empty`],
  ["queryAnalytics", { query: "{a}", variables: null }, "variables must be an object of plain values"],
  ["queryAnalytics", { query: "{a}", variables: [1] }, "variables must be an object of plain values"],
  ["queryAnalytics", { query: "{a}", variables: '{"a":1}' }, "variables must be an object of plain values"],
  ["queryAnalytics", { query: "{a}", variables: { since: new Date(0) } }, `variables.since ${PLAIN}`],
  ["queryAnalytics", { query: "{a}", variables: { count: 1n } }, `variables.count ${PLAIN}`],
  ["queryAnalytics", { query: "{a}", variables: { rate: Number.NaN } }, `variables.rate ${PLAIN}`],
  ["queryAnalytics", { query: "{a}", variables: { a: [{ b: () => 1 }] } }, `variables.a ${PLAIN}`],
  ["queryAnalytics", { query: "{a}", variables: { a: [undefined] } }, `variables.a ${PLAIN}`],
  ["queryAnalytics", { query: "{a}", variables: { a: pulumi.output(1) } }, `variables.a ${PLAIN}`],
  ["queryAnalytics", { query: "{a}", operationName: "" }, OPERATION],
  ["queryAnalytics", { query: "{a}", operationName: null }, OPERATION],

  ["getTask", {}, "taskId must be the id of a task"],
  ["getTask", { taskId: 17 }, "taskId must be the id of a task"],
  ["getTask", { taskId: "" }, TASK],
  ["getTask", { taskId: "17\n" }, TASK],
  ["getTask", { taskId: "1 7" }, TASK],
  ["getTask", { taskId: "." }, TASK],
  ["getTask", { taskId: ".." }, TASK],
  ["getTask", { taskId: "\ud83d" }, TASK],
  ["getTask", { taskId: UUID, wait: true }, "wait is not a property of this function; check its spelling"],

  ...Object.keys(FUNCTIONS).flatMap((name): Refused[] => [
    [name, null, "the arguments must be an object"],
    [name, [], "the arguments must be an object"],
    [name, "321", "the arguments must be an object"],
  ]),
];

describe("arguments that cannot be used are told before anything is sent", () => {
  test.each(REFUSED)("%s(%j): %s", async (name, args, sentence) => {
    const error = await failureOf(call(name, args));
    expect(error).toMatchObject({ name: "InvalidArguments", message: `${name}: ${sentence}` });
    // It ends a program without a stack.
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    expect(server.seen).toEqual([]);
  });

  test("all at once, a line each", async () => {
    const error = await failureOf(getAiTasks({ page: 0, limit: 0, colour: "red" } as object));
    expect(error.message.split("\n").sort()).toEqual([
      "getAiTasks: colour is not a property of this function; check its spelling",
      `getAiTasks: ${LIMIT}`,
      `getAiTasks: ${PAGE}`,
    ]);
    expect(server.seen).toEqual([]);
  });
});
