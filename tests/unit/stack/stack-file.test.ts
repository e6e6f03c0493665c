import { describe, expect, test } from "@jest/globals";
import { validateStackFile } from "../../../sdk/src/cli/validate/validate-stack-file";
import { stackConfig } from "../../../sdk/src/stack/config";
import { loadKinds } from "../../../sdk/src/stack/kinds";
import { EntryExtras } from "../../../sdk/src/stack/options";
import { readStackFile } from "../../../sdk/src/stack/stack-file";
import type { Json, JsonObject } from "../../../sdk/src/util/json";
import { RESOURCES } from "../../support/resource-fixtures";
import { INVALID, TWO_NAMESPACES } from "./invalid";

const validateText = (text: string, config: JsonObject = {}) =>
  validateStackFile(text, { project: { name: "demo", config }, file: "Pulumi.dev.yaml" });
const validate = (config: object) => validateText(JSON.stringify({ config }));
const problemsOf = (config: object) => validate(config).problems;

test.each(INVALID)("$name is refused", ({ config, problems }) => {
  expect(problemsOf(config)).toEqual(problems);
});

test("all problems of a file are reported", () => {
  const files = INVALID.filter(({ config }) => "cloudplatform:routers" in config).slice(0, 3);
  const entries = files.map(({ config }, index) => [
    `edge${index}`,
    (config["cloudplatform:routers"] as Record<string, unknown>).edge ?? [],
  ]);
  const problems = problemsOf({ "cloudplatform:routers": Object.fromEntries(entries) });
  expect(problems).toHaveLength(3);
});

test("a circle of several entries is reported once", () => {
  const triggers = (other: string) => ({ certId: 1, triggers: [`$\{certificateForceRetries.${other}.id}`] });
  expect(
    problemsOf({
      "cloudplatform:certificateForceRetries": { a: triggers("b"), b: triggers("c"), c: triggers("b") },
    }),
  ).toEqual([
    "certificateForceRetries.b refers to itself: certificateForceRetries.b → certificateForceRetries.c → " +
      "certificateForceRetries.b; remove one of these references",
  ]);
});

describe("large files", () => {
  const where = { projectId: 1, regionId: 2 };
  const routers = (count: number, extras: (index: number) => object) => ({
    "cloudplatform:routers": Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`router-${index}`, { ...where, ...extras(index) }]),
    ),
  });
  const dependingOn = (name: string) => ({ options: { dependsOn: [`routers.${name}`] } });

  test("a chain of 12,000 entries is in the order of creation", () => {
    const config = routers(12_000, (index) => (index < 11_999 ? dependingOn(`router-${index + 1}`) : {}));
    const values = Object.entries(config).map(
      ([key, value]) => [key, { value: value as Json, isSecret: false }] as const,
    );
    const { file, problems } = readStackFile(
      stackConfig("demo", values, { isComplete: true, isDecrypted: true }),
      loadKinds(),
    );
    expect(problems).toEqual([]);
    expect([...file.entries.values()].map(({ name }) => name)).toEqual(
      Object.keys(config["cloudplatform:routers"]).reverse(),
    );
  });

  test("a circle of 100 entries is shortened", () => {
    expect(problemsOf(routers(100, (index) => dependingOn(`router-${(index + 1) % 100}`)))).toEqual([
      "routers.router-0 refers to itself: routers.router-0 → routers.router-1 → routers.router-2 → routers.router-3 → " +
        "routers.router-4 → (91 more) → routers.router-96 → routers.router-97 → routers.router-98 → " +
        "routers.router-99 → routers.router-0; remove one of these references",
    ]);
  });

  test("of 300 typos, 100 are listed", () => {
    const problems = problemsOf(routers(300, (index) => ({ name: `$\{routers.ruter-${index}.name}` })));
    expect(problems).toHaveLength(101);
    expect(problems[0]).toBe(
      'routers.router-0.name refers to "routers.ruter-0", which is not declared; did you mean "routers.router-0"?',
    );
    expect(problems.at(-1)).toBe("200 more problems are not listed");
  });
});

describe("valid files", () => {
  const edge = { projectId: 1, regionId: 2 };

  test.each<[name: string, config: object]>([
    ["no entries", {}],
    ["kinds without entries", { "cloudplatform:routers": {}, "cloudplatform:quotaLimitRequests": null }],
    [
      "references to values of the configuration",
      {
        "cloudplatform:routers": {
          edge: { projectId: "${config.p}", regionId: 2, routes: "${config.r.all}" },
        },
        "demo:p": "7",
        r: { all: [] },
      },
    ],
    [
      "a reference to an encrypted value",
      {
        "cloudplatform:routers": { edge: { ...edge, name: "${config.s}", regionId: "${config.o.id}" } },
        "demo:s": { secure: "v1:abc" },
        "demo:o": { id: { secure: "v1:abc" } },
      },
    ],
    [
      "references to outputs",
      {
        "cloudplatform:edgeGroupMemberships": { a: { groupId: 1, clientId: 2 } },
        "cloudplatform:quotaNotificationThresholds": {
          a: { clientId: "${edgeGroupMemberships.a.clientId}", threshold: 70 },
        },
        "cloudplatform:quotaLimitRequests": {
          a: {
            description: "${quotaNotificationThresholds.a.id}",
            requestedLimits: {
              globalLimits: { projectCountLimit: "${quotaNotificationThresholds.a.threshold}" },
            },
          },
        },
      },
    ],
    [
      "a text that looks like a reference",
      { "cloudplatform:routers": { edge: { ...edge, name: "a.b-${config.x}" } }, "demo:x": 1 },
    ],
    [
      "an encrypted value",
      { "cloudplatform:routers": { edge: { ...edge, routerId: { secure: "v1:abc" } } } },
    ],
    ["an encrypted kind", { "cloudplatform:routers": { secure: "v1:abc" } }],
    ["keys of the project's namespace", { "demo:routers": { edge }, quotaLimitRequests: {} }],
    ["other configuration", { "demo:size": 5, "demo:network": { id: 1 }, "aws:region": "eu-west-1" }],
    [
      "the settings of the package",
      { "cloudplatform:baseUrl": "https://api.example.com", "cloudplatform:maxRetries": 2 },
    ],
    [
      "an entry with brackets",
      { "cloudplatform:routers": { "a.b": edge }, "cloudplatform:outputs": { id: '${routers["a.b"].id}' } },
    ],
  ])("%s", (_, config) => {
    expect(problemsOf(config)).toEqual([]);
  });
});

describe("configuration outside of the file", () => {
  const file = (more = "") => `config: { cloudplatform:outputs: { size: "\${config.size}" } }\n${more}`;
  const unknown = 'outputs.size refers to the configuration "size", which is not set';

  test.each<[what: string, config: JsonObject, problems: string[]]>([
    ["none", {}, [unknown]],
    ["a value of Pulumi.yaml", { size: 5 }, []],
    ["a default of Pulumi.yaml", { size: { type: "integer", default: 5 } }, []],
    ["a type in Pulumi.yaml", { size: { type: "integer" } }, [unknown]],
    ["a value of Pulumi.yaml with the namespace", { "demo:size": { value: 5 } }, []],
    ["a value of another namespace", { "aws:size": { value: 5 } }, [unknown]],
  ])("%s", (_, config, problems) => {
    expect(validateText(file(), config).problems).toEqual(problems);
  });

  test("may be in an environment of Pulumi ESC", () => {
    expect(validateText(file("environment: [demo/dev]")).problems).toEqual([]);
  });

  test("is replaced by that of the file", () => {
    const text =
      'config: { demo:regionId: 2, cloudplatform:routers: { a: { projectId: 1, regionId: "${config.regionId}" } } }';
    expect(validateText(text, { regionId: "two" }).problems).toEqual([]);
  });

  test("is not printed if it is secret", () => {
    const text = 'config: { cloudplatform:routers: { a: { projectId: 1, regionId: "${config.regionId}" } } }';
    expect(validateText(text, { regionId: { default: "two", secret: true } }).problems).toEqual([]);
  });
});

test("the declared kinds are counted", () => {
  const edge = { projectId: 1, regionId: 2 };
  const { kinds } = validate({
    "cloudplatform:routers": { edge, branch: edge },
    "demo:edgeGroupMemberships": { partner: { groupId: 1, clientId: 2 } },
    "cloudplatform:quotaLimitRequests": { secure: "v1:abc" },
    "cloudplatform:quotaNotificationThresholds": {},
  });
  expect(Object.fromEntries(kinds)).toEqual({
    routers: 2,
    edgeGroupMemberships: 1,
    quotaLimitRequests: "encrypted",
  });
});

describe("the project's namespace", () => {
  test("a misspelt kind is refused", () => {
    expect(problemsOf({ "demo:ruters": { edge: {} } })).toEqual([
      'demo:ruters is neither a kind of resource nor a setting; did you mean "routers"?',
    ]);
  });

  test("a kind in both namespaces is refused", () => {
    expect(problemsOf(TWO_NAMESPACES.config)).toEqual([TWO_NAMESPACES.problem]);
  });
});

describe("the text of a file", () => {
  const problemsOfText = (text: string) => validateText(text).problems;

  test("is YAML", () => {
    expect(problemsOfText("config:\n  cloudplatform:routers:\n    edge: { projectId: 1 }\n")).toEqual([
      "routers.edge.regionId is required, and must be the number of a region: a whole number",
    ]);
    expect(() => problemsOfText("config: [")).toThrow(
      "Pulumi.dev.yaml is not YAML: unexpected end of the stream within a flow collection (2:1)",
    );
    expect(problemsOfText("")).toEqual([]);
    expect(problemsOfText("- 1")).toEqual([
      'The file has no object "config", as the stack files of Pulumi have.',
    ]);
  });

  test("may have integers of 64 bits", () => {
    const keys =
      "config:\n  cloudplatform:edgeGroupMemberships: { a: { groupId: 9223372036854775807, clientId: 1 } }\n";
    expect(problemsOfText(keys)).toEqual([]);
  });
});

test("a time without quotes is not the text that a program gets", () => {
  const thresholds = (time: string) =>
    `config:\n  cloudplatform:quotaNotificationThresholds:\n    a: { clientId: 1, threshold: 70, lastSending: ${time} }\n`;
  expect(validateText(thresholds('"2026-01-31T12:00:00Z"')).problems).toEqual([]);
  expect(validateText(thresholds("2026-01-31T12:00:00Z")).problems).toEqual([
    'quotaNotificationThresholds.a.lastSending must be a time, such as "2026-01-31T12:00:00Z", or null',
  ]);
});

test("a section may be a text of JSON", () => {
  const edge = { projectId: 1, regionId: 2, routs: [] };
  expect(problemsOf({ "cloudplatform:routers": JSON.stringify({ edge }) })).toEqual([
    'routers.edge.routs is not a property of this resource; did you mean "routes"?',
  ]);
});

describe("the kinds", () => {
  test("are those that existing stack files contain", () => {
    const kinds = [...loadKinds().values()].map(({ name, handler }) => [handler.type, name]);
    expect(kinds).toEqual(RESOURCES.map(({ name, state }) => [name, state.kind]));
  });

  test.each([...loadKinds().values()])(
    "$name have outputs, and no property that entries use for something else",
    ({ handler, Resource }) => {
      expect(Resource.__outputs).toEqual(expect.arrayContaining([expect.any(String)]));
      const properties = Object.keys(handler.properties);
      expect(Object.keys(EntryExtras).filter((name) => properties.includes(name))).toEqual([]);
    },
  );
});
