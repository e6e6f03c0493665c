import { describe, expect, test } from "@jest/globals";
import { validateStackFile } from "../../sdk/src/cli/validate/validate-stack-file";
import { parseYaml } from "../../sdk/src/cli/yaml";
import { compileSchema, stackSchema } from "./stack-files";

// Mistakes that users make in a stack file. Editors underline what the JSON Schema, or YAML itself, refuses; the command
// validate finds all of them.

const schema = compileSchema();

/** A mistake: the file, and what `validate` says about it. */
type Mistake = [name: string, file: string, problem: string];

const config = (lines: string) => `config:\n${lines.replace(/^/gm, "  ")}\n`;
const PLACE = "projectId: 1, regionId: 2";
const router = (properties: string) => config(`cloudplatform:routers:\n  edge: { ${PLACE}, ${properties} }`);
const options = (text: string) => router(`options: { ${text} }`);
const settings = (properties: string) =>
  config(`cloudplatform:resellerNotificationSettings:\n  logins: { resellerId: 8, ${properties} }`);
const request = (limits: string) =>
  config(`cloudplatform:quotaLimitRequests:\n  more: { description: more, requestedLimits: { ${limits} } }`);
const setting = (name: string, value: string) => config(`cloudplatform:${name}: ${value}`);
const ID = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21";

const UNDERLINED: Mistake[] = [
  ["a misspelt section", config("cloudplatform:router: {}"), 'did you mean "routers"?'],
  ["a misspelt setting", setting("baseURI", "https://a.example"), 'did you mean "baseUrl"?'],
  ["an entry as an item of a list", config("cloudplatform:routers:\n  - name: edge"), "and this is a list"],
  [
    "a misspelt property",
    router("routs: []"),
    'edge.routs is not a property of this resource; did you mean "routes"?',
  ],
  ["a property in snake_case", router("external_gateway_info: null"), 'did you mean "externalGatewayInfo"?'],
  [
    "a property of another case in a list",
    router("routes: [{ destination: 10.0.0.0/24, nextHop: 10.0.0.1 }]"),
    'routes[0].nextHop is not a property of this resource; did you mean "nexthop"?',
  ],
  [
    "a number as a text",
    config('cloudplatform:routers:\n  edge: { projectId: "1", regionId: 2 }'),
    "edge.projectId must be the number of a project: a whole number, not a text",
  ],
  [
    "the name of a region instead of its number",
    config("cloudplatform:routers:\n  edge: { projectId: 1, regionId: eu-west }"),
    "edge.regionId must be the number of a region: a whole number, not a text",
  ],
  [
    "a missing property",
    config("cloudplatform:routers:\n  edge: { projectId: 1 }"),
    "edge.regionId is required, and must be the number of a region: a whole number",
  ],
  [
    "a number that is out of range",
    config("cloudplatform:quotaNotificationThresholds:\n  high: { clientId: 1, threshold: 30 }"),
    "high.threshold must be a percentage from 60 to 100",
  ],
  [
    "a negative limit",
    request("globalLimits: { projectCountLimit: -1 }"),
    "must be a limit: a whole number, 0 or more",
  ],
  ["a request without limits", request(""), "asks for nothing; name at least one limit"],
  [
    "a list instead of an object",
    router("externalGatewayInfo: []"),
    "must be a gateway: { networkId, enableSnat }",
  ],
  [
    "an invalid CIDR",
    router("routes: [{ destination: 10.0.0.0/33, nexthop: 10.0.0.1 }]"),
    'routes[0].destination must be a network in CIDR notation, such as "10.0.3.0/24"',
  ],
  [
    "an invalid IP address",
    router(`interfaces: [{ subnetId: ${ID}, ipAddress: 10.0.0.256 }]`),
    'interfaces[0].ipAddress must be an IP address, such as "10.0.0.1"',
  ],
  ["an invalid UUID", router("routerId: edge-router"), "edge.routerId must be the UUID of a router, such as"],
  [
    "a gateway without its network",
    router("externalGatewayInfo: { enableSnat: true }"),
    "externalGatewayInfo.networkId is required: the gateway is always given whole",
  ],
  [
    "two properties that exclude each other",
    router(`routerId: ${ID}, ifExists: adopt`),
    "edge.ifExists has no meaning together with routerId",
  ],
  ["an unknown word", router("ifExists: ignore"), 'edge.ifExists must be "fail", "adopt" or "create"'],
  ["an invalid name of a router", router("name: -edge"), "edge.name must have 3 to 63 characters"],
  [
    "an invalid e-mail address",
    settings("email: ops.example.com, notificationType: failed_login"),
    'logins.email must be an e-mail address, such as "ops@example.com"',
  ],
  [
    "settings without an e-mail address",
    settings("notificationType: failed_login"),
    "logins.email is required",
  ],
  [
    "an id with other characters than digits",
    config("cloudplatform:edgeGroupMemberships:\n  partner: { groupId: g-17, clientId: 4711 }"),
    "partner.groupId must be the number of a group: a whole number, 1 or more; as a text, digits alone",
  ],
  [
    "an invalid time",
    config(
      "cloudplatform:quotaNotificationThresholds:\n  high: { clientId: 1, threshold: 80, lastSending: yesterday }",
    ),
    'high.lastSending must be a time, such as "2026-01-31T12:00:00Z"',
  ],
  [
    "an address without a scheme",
    setting("baseUrl", "api.example.com"),
    "cloudplatform:baseUrl must begin with https://",
  ],
  [
    "a timeout without a unit",
    setting("requestTimeout", "30"),
    'cloudplatform:requestTimeout must be a duration of 1ms or more, such as "30s"',
  ],
  [
    "too many retries",
    setting("maxRetries", "50"),
    "cloudplatform:maxRetries must be a whole number from 0 to 20",
  ],
  [
    "an unknown deployment",
    setting("deployment", "partial"),
    'cloudplatform:deployment must be "auto", "full" or',
  ],
  [
    "a setting that is yes or no",
    setting("previewReads", '"yes"'),
    'cloudplatform:previewReads must be "true" or',
  ],
  [
    "a misspelt option",
    options("protct: true"),
    'options.protct is not a property of this entry\'s options; did you mean "protect"?',
  ],
  [
    "an option beside the properties",
    router("protect: true"),
    "edge.protect is not a property of this resource",
  ],
  ["a flag that is a text", options('protect: "yes"'), "options.protect must be true or false"],
  [
    "an invalid custom timeout",
    options("customTimeouts: { create: 10 minutes }"),
    'options.customTimeouts.create must be a duration, such as "10m" or "90s"',
  ],
  [
    "a misspelt custom timeout",
    options("customTimeouts: { created: 10m }"),
    'customTimeouts.created is not a property of this entry\'s options; did you mean "create"?',
  ],
  [
    "ignoreChanges of an unknown property",
    options("ignoreChanges: [routs]"),
    'options.ignoreChanges[0] names "routs", which is not a property of a Router; did you mean "routes"?',
  ],
  [
    "replaceOnChanges of an unknown property",
    options("replaceOnChanges: [color]"),
    'options.replaceOnChanges[0] names "color", which is not a property of a Router',
  ],
  [
    "a dependency in the form of a reference",
    options("dependsOn: [ '${routers.edge}' ]"),
    'options.dependsOn[0] must be an entry, such as "routers.edge"',
  ],
  [
    "an id of another form to import",
    options("import: 1/2/edge"),
    "options.import must have the form <routerId>",
  ],
  [
    "an alias that is a name",
    options("aliases: [old-edge]"),
    "options.aliases[0] must be the URN that the resource had",
  ],
  ["the option get", options("get: 1"), "options.get is not a property of this entry's options"],
  [
    "a misspelt account key",
    router("acount: reseller"),
    'edge.acount is not a property of this resource; did you mean "account"?',
  ],
  [
    "an account without a key",
    config("cloudplatform:accounts:\n  reseller: { baseUrl: https://a.example.com }"),
    "accounts.reseller has no apiKey",
  ],
  [
    "a misspelt setting of an account",
    config("cloudplatform:accounts:\n  reseller: { apikey: '${config.key}' }"),
    'accounts.reseller.apikey is not a property of this account; did you mean "apiKey"?',
  ],
  [
    "an invalid setting of an account",
    config("cloudplatform:accounts:\n  reseller: { apiKey: reseller-key, taskTimeout: 5 min }"),
    "accounts.reseller.taskTimeout must be a duration of 1ms or more",
  ],
  [
    "a reference without its brace",
    router("name: '${routers.edge.id'"),
    "edge.name has an invalid reference",
  ],
  [
    "a reference in the syntax of a shell",
    config("cloudplatform:outputs:\n  id: ${{ routers.edge.id }}"),
    "outputs.id has an invalid reference",
  ],
  [
    "a reference to a misspelt section",
    config("cloudplatform:outputs:\n  id: ${router.edge.id}"),
    'outputs.id refers to "router.edge.id", which is not a kind of resource; did you mean "routers"?',
  ],
  [
    "a reference to an output that does not exist",
    config(
      "cloudplatform:routers:\n  edge: { projectId: 1, regionId: 2 }\ncloudplatform:outputs:\n  id: ${routers.edge.routerID}",
    ),
    'which is not an output of a Router; did you mean "routerId"?',
  ],
  [
    "a reference in a setting of the package",
    setting("baseUrl", "${config.url}"),
    "cloudplatform:baseUrl has a reference, which is not replaced here",
  ],
  ["an empty entry", config("cloudplatform:routers:\n  edge:"), "routers.edge is empty"],
];

/** Valid, so the schema has a warning instead. */
const WARNED: Mistake[] = [
  [
    "a key in clear text",
    setting("apiKey", "0123456789"),
    "cloudplatform:apiKey is in the stack's configuration in clear text",
  ],
];

/** What YAML itself refuses, so that editors underline it without the schema. */
const NOT_YAML: Mistake[] = [
  ["a tab", "config:\n\tcloudplatform:routers: {}\n", "is not YAML"],
  [
    "two entries of one name",
    config(
      "cloudplatform:routers:\n  edge: { projectId: 1, regionId: 2 }\n  edge: { projectId: 1, regionId: 2 }",
    ),
    "duplicated mapping key",
  ],
];

/** What depends on another part of the file, or on arithmetic. */
const NOT_UNDERLINED: Mistake[] = [
  [
    "a reference to an entry that is not declared",
    router("name: '${routers.egde.name}'"),
    'edge.name refers to "routers.egde", which is not declared; did you mean "routers.edge"?',
  ],
  [
    "a dependency on an entry that is not declared",
    options("dependsOn: [routers.egde]"),
    'options.dependsOn[0] refers to "routers.egde", which is not declared; did you mean "routers.edge"?',
  ],
  [
    "an account that is not declared",
    `${router("account: resellr")}  cloudplatform:accounts: { reseller: { apiKey: '$\{config.key}' } }\n  demo:key: 1\n`,
    'routers.edge names the account "resellr", which has no entry in "accounts"; did you mean "reseller"?',
  ],
  [
    "configuration that is not set",
    router("name: '${config.name}'"),
    'edge.name refers to the configuration "name", which is not set',
  ],
  [
    "a network with host bits",
    router("routes: [{ destination: 10.0.0.1/24, nexthop: 10.0.0.1 }]"),
    'has bits set to the right of its prefix; the network is "10.0.0.0/24"',
  ],
];

function problemsOf(file: string): string[] {
  try {
    const { problems, warnings } = validateStackFile(file, {
      project: { name: "demo", config: {} },
      file: "Pulumi.dev.yaml",
    });
    return [...problems, ...warnings];
  } catch (error) {
    return [(error as Error).message];
  }
}

describe("validate finds", () => {
  test.each([...UNDERLINED, ...WARNED, ...NOT_YAML, ...NOT_UNDERLINED])("%s", (_, file, problem) => {
    expect(problemsOf(file).join("\n")).toContain(problem);
  });
});

describe("the schema", () => {
  test.each(UNDERLINED)("rejects %s", (_, file) => {
    expect(schema(parseYaml(file, "file"))).toBe(false);
  });

  test.each(WARNED)("warns of %s", (_, file, problem) => {
    expect(schema(parseYaml(file, "file"))).toBe(true);
    expect(problem).toContain(stackSchema.definitions.apiKey.anyOf[0].deprecationMessage.split(":")[0]);
  });

  test.each(NOT_UNDERLINED)("cannot reject %s", (_, file) => {
    expect(schema(parseYaml(file, "file"))).toBe(true);
  });
});
