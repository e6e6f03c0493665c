import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { query } from "../../../sdk/src/platform/api/analytics";
import type { AnalyticsError } from "../../../sdk/src/platform/api/analytics-error";
import type { Api } from "../../../sdk/src/platform/api/api";
import { forceRetry } from "../../../sdk/src/platform/api/certificates";
import {
  addMember,
  isGroupMember,
  listMembers,
  removeMember,
} from "../../../sdk/src/platform/api/edge-groups";
import { GLOBAL_LIMITS, REGIONAL_LIMITS } from "../../../sdk/src/platform/api/quota-names";
import {
  createLimitRequest,
  deleteLimitRequest,
  deleteThreshold,
  findLimitRequest,
  getThreshold,
  listLimitRequests,
  setThreshold,
} from "../../../sdk/src/platform/api/quotas";
import {
  createSettings,
  deleteSettings,
  findSettings,
  listSettings,
  replaceSettings,
} from "../../../sdk/src/platform/api/resellers";
import { PLAIN, type PlainFields } from "../../../sdk/src/platform/api/router-outputs";
import {
  createRouter,
  deleteRouter,
  findRouter,
  listRouters,
  moveSubnet,
  updateRouter,
} from "../../../sdk/src/platform/api/routers";
import { listAiTasks, listSubtitles } from "../../../sdk/src/platform/api/streaming";
import {
  getTask,
  getTaskRecord,
  listNewestTasks,
  listUnfinishedTasks,
} from "../../../sdk/src/platform/api/tasks";
import { isGone } from "../../../sdk/src/platform/evidence/answers";
import type { Call } from "../../../sdk/src/platform/http/call";
import { operationOf } from "../../../sdk/src/platform/http/operations";
import { parseErrorBody } from "../../../sdk/src/platform/http/parse-reply";
import { camelCase, snakeCase } from "../../../sdk/src/util/camel";
import * as api from "../../../simulator/src/contract";
import { CONTRACT_AREAS } from "../../support/contract-areas";
import { platformError } from "../../support/platform-error";
import { testApi } from "../../support/test-api";
import { failureOf } from "../../support/until";

// The package's requests and parsers are checked against the contract of the API, which the simulator is checked against, too. A
// misspelled name would otherwise be lost without an error.

type JsonSchema = z.core.JSONSchema.BaseSchema;

const operations: api.Contract[] = Object.values(CONTRACT_AREAS).flatMap((area) => Object.values(area));

const nameOf = ({ method, path }: api.Contract) => `${method} ${path}`;
const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

const UUID = "174cf809-debb-4293-addf-94c6686278c5";
const TIME = "2026-02-03T10:00:00Z";
/** Fields of which not every text is valid. */
const TEXTS: Record<string, string> = {
  destination: "10.0.0.0/8",
  nexthop: "10.7.0.1",
  ip_address: "10.7.0.1",
  started_at: TIME,
  completed_at: TIME,
  created_on: TIME,
  finished_on: TIME,
  email: "ops@example.com",
};

/** JSON that a schema accepts, with all optional fields. Each number occurs once. */
function sample(schema: z.ZodType): unknown {
  let number = 0;
  const next = (each: JsonSchema, name = ""): unknown => {
    const [variant] = each.anyOf ?? [];
    if (variant !== undefined) return next(variant as JsonSchema, name);
    if (each.enum !== undefined) return each.enum[0];
    const [type] = [each.type].flat();
    if (type === "array") return [next(each.items as JsonSchema, name)];
    if (type === "object") return fields(each);
    if (type === "boolean") return true;
    if (type === "number" || type === "integer") return ++number;
    return TEXTS[name] ?? (each.format === "uuid" || each.pattern ? UUID : name || "text");
  };
  const fields = ({ properties = {}, additionalProperties }: JsonSchema): object => {
    if (Object.keys(properties).length === 0)
      return { routers: next((additionalProperties || {}) as JsonSchema) };
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, next(field as JsonSchema, name)]),
    );
  };
  const value = next(jsonSchema(schema));
  expect(schema.safeParse(value).error).toBeUndefined();
  return value;
}

/** An API that replies to each request with the contract's reply, and the operations and bodies that were sent. */
function platform() {
  const sent: { operation: api.Contract; body: unknown }[] = [];
  const send = async ({ method, path, query = {}, body }: Call) => {
    const operation = operations.find(
      (each) =>
        each.method === method && new RegExp(`^${each.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
    );
    if (operation === undefined) throw new Error(`The contract does not have ${method} ${path}.`);
    const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const json = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
    expect(operation.query.safeParse(texts).error).toBeUndefined();
    expect(operation.body.safeParse(json).error).toBeUndefined();
    sent.push({ operation, body: json });
    const [[status, schema]] = Object.entries(operation.replies) as [[string, z.ZodType | null]];
    return { status: Number(status), body: schema === null ? undefined : sample(schema) };
  };
  return { sent, api: testApi(send) };
}

const REGION = { projectId: 1, regionId: 2 };
const ROUTE = { destination: "10.0.0.0/8", nexthop: "10.7.0.1" };
const GATEWAY = { networkId: UUID, enableSnat: true };
const ENTRY = { limit: 2, usage: 1 };
const SETTINGS = { email: "ops@example.com", notificationType: "failed_login", enabled: true };
const allOf = (names: object, value: unknown) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, value]));
const entriesOf = (names: object) => {
  const { baremetalGpuCountLimit: _, ...reported } = allOf(names, ENTRY);
  const usages = Object.keys(reported).map((name) => [name.replace(/Limit$/, "Usage"), ENTRY]);
  return { ...reported, ...Object.fromEntries(usages) };
};

/** The plain fields that a body of the contract has. */
const plainFieldsOf = ({ body }: { body: z.ZodType }): PlainFields =>
  Object.fromEntries(
    Object.keys(PLAIN).flatMap((name) => {
      const field = (body as z.ZodObject).shape[snakeCase(name)];
      return field === undefined ? [] : [[name, sample(field as z.ZodType)]];
    }),
  );

/** Requests of the package with all inputs. */
const requests: Record<string, (api: Api) => Promise<unknown>> = {
  "PATCH a router": (to) =>
    updateRouter(to, REGION, UUID, {
      ...plainFieldsOf(api.routers.update),
      routes: [ROUTE],
      externalGatewayInfo: GATEWAY,
    }),
  "POST a router": (to) =>
    createRouter(to, REGION, {
      ...plainFieldsOf(api.routers.create),
      routes: [ROUTE],
      interfaces: [{ type: "subnet", subnetId: UUID }],
      externalGatewayInfo: { type: "manual", ...GATEWAY },
    }),
  "GET routers": (api) => listRouters(api, REGION),
  "GET a router": (api) => findRouter(api, REGION, UUID),
  "DELETE a router": (api) => deleteRouter(api, REGION, UUID),
  "attach a subnet": (api) =>
    moveSubnet(api, "attach", REGION, UUID, { subnetId: UUID, ipAddress: "10.7.0.1" }),
  "detach a subnet": (api) => moveSubnet(api, "detach", REGION, UUID, { subnetId: UUID }),
  "GET a task": async (api) => {
    const { created, createdAt, finishedAt, type, user, ...task } = (await getTask(api, UUID)) ?? {};
    const times = [createdAt, finishedAt].map((time) => new Date(time ?? 0).toISOString());
    return {
      ...task,
      ...{ createdResources: created, createdOn: times[0]?.replace(".000", "") },
      ...{ finishedOn: times[1]?.replace(".000", ""), taskType: type, userId: Number(user) },
    };
  },
  "GET a task at the other path": (api) => {
    api.evidence.taskPath = "/cloud/v1/tasks";
    return getTaskRecord(api, UUID);
  },
  "GET tasks of a type": async (api) => {
    expect(await listUnfinishedTasks(api, "create_router", REGION)).toHaveLength(2);
    return listNewestTasks(api, 5, "create_router");
  },
  "PUT a threshold": (api) =>
    setThreshold(api, 42, {
      threshold: 75,
      lastSending: TIME,
      lastMessage: {
        globalQuotas: entriesOf(GLOBAL_LIMITS),
        regionalQuotas: [{ regionId: 2, regionName: "North", ...entriesOf(REGIONAL_LIMITS) }],
      },
    }),
  "GET a threshold": (api) => getThreshold(api, 42),
  "DELETE a threshold": (api) => deleteThreshold(api, 42),
  "POST a limit request": (api) =>
    createLimitRequest(api, {
      description: "More",
      requestedLimits: {
        globalLimits: allOf(GLOBAL_LIMITS, 1),
        regionalLimits: [{ regionId: 2, ...allOf(REGIONAL_LIMITS, 1) }],
      },
    }),
  "GET limit requests": (api) => listLimitRequests(api, { status: "in progress" }),
  "GET a limit request": (api) => findLimitRequest(api, 1),
  "DELETE a limit request": (api) => deleteLimitRequest(api, 1),
  "POST a member": (api) => addMember(api, 3, "9007199254740993"),
  "DELETE a member": (api) => removeMember(api, 3, 7),
  "GET members": async (api) => {
    expect(await isGroupMember(api, 3, 2)).toBe(true);
    return { id: (await listMembers(api, 3))?.[0] };
  },
  "POST settings": (api) => createSettings(api, 12, SETTINGS),
  "GET all settings": (api) => listSettings(api, 12),
  "GET settings": (api) => findSettings(api, 12, 1),
  "PUT settings": (api) => replaceSettings(api, 12, 1, SETTINGS),
  "DELETE settings": (api) => deleteSettings(api, 12, 1),
  "POST a force retry": (api) => forceRetry(api, 7),
  "GET subtitles": (api) => listSubtitles(api, 5),
  "GET AI tasks": (api) => listAiTasks(api, { page: 1, limit: 10, status: "SUCCESS" }),
  "POST a query": (api) =>
    failureOf<AnalyticsError>(query(api, { query: "{ a }", variables: {}, operationName: "a" })),
};

/** Fields of replies that the package does not use, by request. Each list has a count. */
const UNUSED: Record<string, string[]> = {
  "GET routers": ["count", "updated_at", "project_id", "region_id"],
  "GET a router": ["updated_at", "project_id", "region_id"],
  "attach a subnet": ["updated_at", "project_id", "region_id"],
  "detach a subnet": ["updated_at", "project_id", "region_id"],
  "GET a task": ["detailed_state", "data.routers", "updated_on", "project_id", "region_id", "client_id"],
  "PUT a threshold": ["client_id"],
  "GET a threshold": ["client_id"],
  "GET members": ["count", "name", "email"],
  "GET limit requests": ["count"],
  "POST settings": ["reseller"],
  "GET settings": ["reseller"],
  "PUT settings": ["id", "reseller", "email", "notification_type", "enabled"],
  "GET all settings": ["count", "next", "previous", "reseller"],
};

/** All values with the names on their path: lists, and what contains a whole record, add no name. */
function fieldsOf(value: unknown, path: string[] = []): [path: string, value: unknown][] {
  if (typeof value !== "object" || value === null) return [[path.map(camelCase).join("."), value]];
  return Object.entries(value).flatMap(([name, each]) =>
    fieldsOf(each, Array.isArray(value) || WRAPPERS.includes(name) ? path : [...path, name]),
  );
}

const WRAPPERS = ["results", "clients", "object"];

/** The names of all fields that a schema accepts. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {}, ...rest } = schema as { properties?: object };
  return [...Object.keys(properties), ...[properties, rest].flatMap(Object.values).flatMap(namesIn)];
}

function namesOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(namesOf)];
}

describe.each(Object.entries(requests))("%s", (name, request) => {
  test("sends all fields of the contract, and reads the reply's fields under their names", async () => {
    const { sent, api } = platform();
    const result = await request(api);
    const { operation, body } = sent.at(-1) as (typeof sent)[number];
    const unsent = name === "detach a subnet" ? ["ip_address"] : [];
    expect(new Set([...namesOf(body), ...unsent])).toEqual(new Set(namesIn(jsonSchema(operation.body))));
    const [schema = null] = Object.values(operation.replies);
    // The list of the tasks that have not ended is for waits: the fields of a task are read alone.
    if (schema === null || name === "GET tasks of a type") return;
    const unused = (UNUSED[name] ?? []).map(camelCase);
    const expected = fieldsOf(sample(schema)).filter(([field]) => !unused.includes(field));
    expect(fieldsOf(result)).toEqual(expect.arrayContaining(expected));
  });
});

test("the package uses all operations of the contract, except two", async () => {
  const { sent, api } = platform();
  for (const request of Object.values(requests)) await request(api);
  const used = new Set(sent.map(({ operation }) => nameOf(operation)));
  expect(operations.map(nameOf).filter((name) => !used.has(name))).toEqual([
    "GET /cdn/sslData/{cert_id}/status",
    "PATCH /iam/reselling/resellers/{resellerId}/notification_settings/{notificationSettingsId}",
  ]);
});

test.each(operations)("$method $path is documented = $documented", ({ method, path, documented }) => {
  expect(operationOf({ method, path: path.replace(/\{\w+\}/g, "7") })?.isDocumented ?? false).toBe(
    documented,
  );
});

describe.each(api.errorAreas)("the errors below $under", ({ under, errors, byStatus }) => {
  test("say in one form that an object does not exist", () => {
    const isGoneIn = (form: api.ErrorForm) => isGone(platformError({ status: 404, path: `${under}x`, form }));
    const forms = (Object.keys(api.errorForms) as api.ErrorForm[]).filter(isGoneIn);
    // Nothing of the other areas can be deleted.
    const deletes = operations.some(({ method, path }) => method === "DELETE" && path.startsWith(under));
    if (deletes) expect(forms).toEqual([byStatus?.[404] ?? errors]);
  });

  test.each([errors, ...Object.values(byStatus ?? {})])("have the form %s after parsing", (form) => {
    const schema = api.errorForms[form];
    const text = schema === null ? "" : JSON.stringify(sample(schema));
    expect(parseErrorBody(text, "application/json").form).toBe(form);
  });
});
