import { describe, expect, test } from "@jest/globals";
import { validateStackFile } from "../../../sdk/src/cli/validate/validate-stack-file";
import { stackConfig } from "../../../sdk/src/stack/config";
import { loadKinds } from "../../../sdk/src/stack/kinds";
import { readStackFile } from "../../../sdk/src/stack/stack-file";
import type { Json, JsonObject } from "../../../sdk/src/util/json";
import { RESOURCES } from "../../support/resource-fixtures";
import { INVALID } from "./invalid";

const PLACE = { projectId: 1, regionId: 2 };

const validateText = (text: string, config: JsonObject = {}) =>
  validateStackFile(text, { project: { name: "demo", config }, file: "Pulumi.dev.yaml" });
const problemsOf = (config: object) => validateText(JSON.stringify({ config })).problems;

test.each(INVALID)("$name is refused", ({ config, problems }) => {
  expect(problemsOf(config)).toEqual(problems);
});

test.each(RESOURCES)(
  "the invalid inputs of $name are reported at their places",
  ({ state: { kind }, inputs }) => {
    for (const [property, rows] of Object.entries(inputs.invalid))
      for (const [entry, reason] of rows) {
        const problems = problemsOf({ [`cloudplatform:${kind}`]: { entry } });
        const place = `${kind}.entry.${property} `;
        const reasons = problems.map((problem) => problem.replace(place, ""));
        expect(reasons).toEqual([typeof reason === "string" ? reason : expect.stringMatching(reason)]);
      }
  },
);

describe("several problems", () => {
  const retries = (triggers: Record<string, string>) => ({
    "cloudplatform:certificateForceRetries": Object.fromEntries(
      Object.entries(triggers).map(([name, other]) => [
        name,
        { certId: 1, triggers: [`$\{certificateForceRetries.${other}.id}`] },
      ]),
    ),
  });
  const routers = (count: number, extras: (index: number) => object) => ({
    "cloudplatform:routers": Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`router-${index}`, { ...PLACE, ...extras(index) }]),
    ),
  });
  const dependingOn = (index: number) => ({ options: { dependsOn: [`routers.router-${index}`] } });

  test("of different entries are reported together", () => {
    expect(
      problemsOf({ "cloudplatform:routers": { a: [], b: {}, c: { ...PLACE, routs: [] } } }),
    ).toHaveLength(3);
  });

  test("of a circle of entries are one", () => {
    expect(problemsOf(retries({ a: "b", b: "c", c: "b" }))).toEqual([
      "certificateForceRetries.b refers to itself: certificateForceRetries.b → certificateForceRetries.c → " +
        "certificateForceRetries.b; remove one of these references",
    ]);
  });

  test("of a circle of 100 entries are one, which is shortened", () => {
    expect(problemsOf(routers(100, (index) => dependingOn((index + 1) % 100)))).toEqual([
      "routers.router-0 refers to itself: routers.router-0 → routers.router-1 → routers.router-2 → routers.router-3 → " +
        "routers.router-4 → (91 more) → routers.router-96 → routers.router-97 → routers.router-98 → " +
        "routers.router-99 → routers.router-0; remove one of these references",
    ]);
  });

  test("make a list of up to 100", () => {
    const problems = problemsOf(routers(300, (index) => ({ name: `$\{routers.ruter-${index}.name}` })));
    expect(problems).toHaveLength(101);
    expect(problems[0]).toBe(
      'routers.router-0.name refers to "routers.ruter-0", which is not declared; did you mean "routers.router-0"?',
    );
    expect(problems.at(-1)).toBe("200 more problems are not listed");
  });

  test("do not come from a chain of 12,000 entries, which gets the order of creation", () => {
    const config = routers(12_000, (index) => (index < 11_999 ? dependingOn(index + 1) : {}));
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
});

const edge = (more: object = {}) => ({ "cloudplatform:routers": { edge: { ...PLACE, ...more } } });

test.each<[name: string, config: object]>([
  ["no entries", {}],
  ["kinds without entries", { "cloudplatform:routers": {}, "cloudplatform:quotaLimitRequests": null }],
  [
    "references to values of the configuration",
    { ...edge({ projectId: "${config.p}", routes: "${config.r.all}" }), "demo:p": "7", r: { all: [] } },
  ],
  [
    "a reference to an encrypted value",
    {
      ...edge({ name: "${config.s}", regionId: "${config.o.id}" }),
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
  ["a text that looks like a reference", { ...edge({ name: "a.b-${config.x}" }), "demo:x": 1 }],
  ["an encrypted value", edge({ routerId: { secure: "v1:abc" } })],
  ["an encrypted kind", { "cloudplatform:routers": { secure: "v1:abc" } }],
  ["keys of the project's namespace", { "demo:routers": { edge: PLACE }, quotaLimitRequests: {} }],
  ["other configuration", { "demo:size": 5, "demo:network": { id: 1 }, "aws:region": "eu-west-1" }],
  [
    "the settings of the package",
    { "cloudplatform:baseUrl": "https://api.example.com", "cloudplatform:maxRetries": 2 },
  ],
  [
    "an entry with brackets",
    { "cloudplatform:routers": { "a.b": PLACE }, "cloudplatform:outputs": { id: '${routers["a.b"].id}' } },
  ],
  ["a section as a text of JSON", { "cloudplatform:routers": JSON.stringify({ edge: PLACE }) }],
])("a valid file may have %s", (_, config) => {
  expect(problemsOf(config)).toEqual([]);
});

const size = 'config: { cloudplatform:outputs: { size: "${config.size}" } }\n';
const region = 'cloudplatform:routers: { a: { projectId: 1, regionId: "${config.regionId}" } }';
const unknown = 'outputs.size refers to the configuration "size", which is not set';

test.each<[what: string, text: string, config: JsonObject, problems: string[]]>([
  ["may be missing", size, {}, [unknown]],
  ["may be a value of Pulumi.yaml", size, { size: 5 }, []],
  ["may be a default of Pulumi.yaml", size, { size: { type: "integer", default: 5 } }, []],
  ["is not a type in Pulumi.yaml", size, { size: { type: "integer" } }, [unknown]],
  ["may have the namespace of the project", size, { "demo:size": { value: 5 } }, []],
  ["may not have another namespace", size, { "aws:size": { value: 5 } }, [unknown]],
  ["may be in an environment of Pulumi ESC", `${size}environment: [demo/dev]`, {}, []],
  ["is replaced by that of the file", `config: { demo:regionId: 2, ${region} }`, { regionId: "two" }, []],
  ["is not checked if secret", `config: { ${region} }`, { regionId: { default: "two", secret: true } }, []],
])("configuration outside of the file %s", (_, text, config, problems) => {
  expect(validateText(text, config).problems).toEqual(problems);
});

test.each<[text: string, problems: string[]]>([
  // Integers of 64 bits.
  [
    "config: { cloudplatform:edgeGroupMemberships: { a: { groupId: 9223372036854775807, clientId: 1 } } }",
    [],
  ],
  [
    // Without quotes, YAML makes it a time, which a program gets in another notation: any text is valid.
    "config: { cloudplatform:quotaNotificationThresholds: { a: { clientId: 1, threshold: 70, lastSending: 2026-01-31T12:00:00Z } } }",
    [],
  ],
])("the problems of the text %j", (text, problems) => {
  expect(validateText(text).problems).toEqual(problems);
});

test("a text that is not YAML is an error with the line", () => {
  expect(() => validateText("config: [")).toThrow(
    "Pulumi.dev.yaml is not YAML: unexpected end of the stream within a flow collection (2:1)",
  );
});
