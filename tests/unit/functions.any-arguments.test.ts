import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { ScriptedServer, Seen } from "../support/scripted-server";
import { failureOf } from "../support/until";
import { call, startTakingAnything } from "./functions/calls";
import { tearDown } from "./functions/setup";

let server: ScriptedServer;

beforeAll(async () => {
  server = await startTakingAnything();
});

afterAll(tearDown);

beforeEach(() => {
  server.seen.length = 0;
});

/** What an argument may be, and a look at any value that does not use the package's own. */
interface Argument {
  valid: fc.Arbitrary<unknown>;
  isValid(value: unknown): boolean;
}

const wholeNumber: Argument = {
  valid: fc.oneof(fc.integer({ min: 1 }), fc.constantFrom(1, Number.MAX_SAFE_INTEGER)),
  isValid: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
};

const longNumber: Argument = {
  valid: fc.oneof(wholeNumber.valid, fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String)),
  isValid: (value) =>
    wholeNumber.isValid(value) ||
    (typeof value === "string" &&
      /^\d+$/.test(value) &&
      String(BigInt(value)) === value &&
      BigInt(value) > 0n &&
      BigInt(value) < 2n ** 63n),
};

const oneOf = (...words: string[]): Argument => ({
  valid: fc.constantFrom(...words),
  isValid: (value) => words.includes(value as string),
});

const textWith = (isValid: (text: string) => boolean): Argument => ({
  valid: fc.oneof(fc.string({ unit: "binary" }), fc.string()).filter(isValid),
  isValid: (value) => typeof value === "string" && isValid(value),
});

const anyDay = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });

const time: Argument = {
  valid: fc
    .tuple(anyDay, fc.constantFrom("Z", "+02:00", "-0330", ""), fc.constantFrom(10, 16, 19, 23))
    .map(([date, zone, length]) => date.toISOString().slice(0, length) + (length > 10 ? zone : "")),
  isValid: (value) => typeof value === "string" && value.length >= 10 && !Number.isNaN(Date.parse(value)),
};

const isPlain = (value: unknown): boolean => {
  if (value === null || ["string", "boolean"].includes(typeof value)) return true;
  if (typeof value === "number") return Number.isFinite(value);
  return Array.isArray(value) ? Array.from(value).every(isPlain) : isPlainObject(value);
};

const isPlainObject = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value)) &&
  Object.values(value).every((inner) => inner === undefined || isPlain(inner));

const variables: Argument = {
  valid: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>),
  isValid: isPlainObject,
};

const aiTasks = {
  required: {},
  optional: {
    taskId: {
      valid: fc.uuid(),
      isValid: (value: unknown) =>
        typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value),
    },
    taskName: oneOf("transcription", "content-moderation"),
    status: oneOf("FAILURE", "PENDING", "RECEIVED", "RETRY", "REVOKED", "STARTED", "SUCCESS"),
    dateCreated: time,
    ordering: oneOf("task_id", "status", "task_name", "started_at"),
    search: textWith((text) => text !== "" && !/\p{Surrogate}/u.test(text)),
    page: wholeNumber,
    limit: wholeNumber,
  },
};

type Given = Record<string, unknown>;

interface Signature {
  required: Record<string, Argument>;
  optional: Record<string, Argument>;
  /** What the platform has to receive. */
  received(args: Given): object;
}

const AI_TASKS_PARAMETERS: Record<string, string> = {
  taskId: "task_id",
  taskName: "task_name",
  dateCreated: "date_created",
};

const aiTasksReceived = (args: Given) => ({
  method: "GET",
  path: "/streaming/ai/tasks",
  query: Object.fromEntries(
    Object.entries(args).map(([name, value]) => [AI_TASKS_PARAMETERS[name] ?? name, String(value)]),
  ),
});

const SIGNATURES: Record<string, Signature> = {
  forceRetryCertificate: {
    required: { certId: wholeNumber },
    optional: {},
    received: ({ certId }) => ({ method: "POST", path: `/cdn/sslData/${certId}/force-retry` }),
  },
  getVideoSubtitles: {
    required: { videoId: longNumber },
    optional: {},
    received: ({ videoId }) => ({ method: "GET", path: `/streaming/videos/${videoId}/subtitles` }),
  },
  getAiTasks: { ...aiTasks, received: aiTasksReceived },
  paginateAiTasks: { ...aiTasks, received: aiTasksReceived },
  queryAnalytics: {
    required: { query: textWith((text) => text.trim() !== "") },
    optional: { variables, operationName: textWith((text) => text !== "") },
    received: (args) => ({
      method: "POST",
      path: "/cdn/advanced/v2/query",
      body: JSON.parse(JSON.stringify(args)),
    }),
  },
  getTask: {
    required: {
      taskId: textWith((text) => /^[!-~]+$/.test(text) && text !== "." && text !== ".."),
    },
    optional: {},
    received: ({ taskId }) => ({ method: "GET", path: `/v1/tasks/${encodeURIComponent(String(taskId))}` }),
  },
};

function received({ method, path, body }: Seen): object {
  const [place, query] = path.split("?");
  return {
    method,
    path: place,
    ...(query !== undefined && { query: Object.fromEntries(new URLSearchParams(query)) }),
    ...(body !== "" && { body: JSON.parse(body) }),
  };
}

const validOf = (members: Record<string, Argument>) =>
  Object.fromEntries(Object.entries(members).map(([name, { valid }]) => [name, valid]));

function validArguments({ required, optional }: Signature): fc.Arbitrary<Given> {
  return fc.record({ ...validOf(required), ...validOf(optional) }, { requiredKeys: Object.keys(required) });
}

const anything = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true }),
  fc.integer(),
  fc.string(),
  fc.double(),
  fc.constantFrom(null, 0, -1, 1.5, 2 ** 53, "", "0", " 1", "1e3", "..", "success", "2026-02-30"),
);

/** Arguments of which one, at least, cannot be used. */
function invalidArguments(signature: Signature): fc.Arbitrary<Given> {
  const { required, optional } = signature;
  const members = Object.entries({ ...required, ...optional });
  const wrong = members.map(([name, { isValid }]) =>
    anything
      .filter((value) => !isValid(value) && (name in required || value !== undefined))
      .map((value): Given => ({ [name]: value })),
  );
  const missing = Object.keys(required).map((name) => fc.constant({ [name]: undefined }));
  const strange = fc.string().filter((name) => !members.some(([known]) => known === name));
  const extra = strange.map((name): Given => Object.fromEntries([[name, 1]]));
  return fc
    .tuple(validArguments(signature), fc.oneof(...wrong, ...missing, extra))
    .map(([args, fault]) => Object.fromEntries([...Object.entries(args), ...Object.entries(fault)]));
}

describe.each(Object.entries(SIGNATURES))("%s, with arguments of all kinds", (name, signature) => {
  test("sends exactly what it was given where all of it is valid", () =>
    fc.assert(
      fc.asyncProperty(validArguments(signature), async (args) => {
        server.seen.length = 0;
        await call(name, args);
        const wanted = { ...signature.received(args) } as { query?: object };
        if (wanted.query && Object.keys(wanted.query).length === 0) delete wanted.query;
        expect(server.seen.map(received)).toEqual([wanted]);
      }),
      { numRuns: 100 },
    ));

  test("sends nothing, and says what is wrong, where one is invalid", () =>
    fc.assert(
      fc.asyncProperty(invalidArguments(signature), async (args) => {
        const error = await failureOf(call(name, args));
        expect(error.name).toBe("InvalidArguments");
        for (const line of error.message.split("\n")) {
          expect(line.startsWith(`${name}: `)).toBe(true);
          expect(line).not.toContain("Invalid input");
        }
        expect(server.seen).toEqual([]);
      }),
      { numRuns: 300 },
    ));
});
