import { RESOURCES } from "../../support/resource-fixtures";

/** An entry of a stack file that is refused. */
export interface Invalid {
  name: string;
  /** The keys under `config`. */
  config: Record<string, unknown>;
  problems: string[];
  /** Only the check of the whole file can find it, not the JSON Schema, which sees one value at a time. */
  needsContext?: true;
}

type Case = [config: Invalid["config"], ...problems: string[]];

/** Cases by their names. */
type Cases = Record<string, Case>;

const KINDS = RESOURCES.map(({ state }) => state.kind);
const PLACE = { projectId: 1, regionId: 2 };
const router = (properties: object) => ({ "cloudplatform:routers": { edge: { ...PLACE, ...properties } } });
const request = (description: unknown) => ({
  description,
  requestedLimits: { globalLimits: { projectCountLimit: 9 } },
});
const option = (options: object) => router({ options });
const OPTION = "routers.edge.options";
const NOT_REPLACED = "has a reference, which is not replaced here: write the value itself";
const RESERVED = "is a name that Pulumi or this package uses itself; choose another name";

function casesOf<T>(list: readonly T[], caseOf: (one: T) => [name: string, ...Case]): Cases {
  return Object.fromEntries(list.map(caseOf).map(([name, ...rest]) => [name, rest]));
}

/** A value of the configuration that is not set. */
export const UNKNOWN_CONFIG = {
  config: { "cloudplatform:outputs": { email: "${config.emial}" } },
  problem: 'outputs.email refers to the configuration "emial", which is not set; did you mean "email"?',
};

const VALUES: Cases = {
  "a misspelt kind": [
    { "cloudplatform:ruters": {} },
    'cloudplatform:ruters is neither a kind of resource nor a setting; did you mean "routers"?',
  ],
  "an unknown kind": [
    { "cloudplatform:loadBalancers": {} },
    `cloudplatform:loadBalancers is neither a kind of resource nor a setting; the kinds are ${KINDS.join(", ")}`,
  ],
  "a misspelt setting": [
    { "cloudplatform:baseURI": "https://api.example.com" },
    'cloudplatform:baseURI is neither a kind of resource nor a setting; did you mean "baseUrl"?',
  ],
  "a kind that is a list": [
    { "cloudplatform:routers": [PLACE] },
    "routers must be an object with names and their entries, and this is a list",
  ],
  "a kind that is a text": [
    { "cloudplatform:routers": "edge" },
    "routers must be an object with names and their entries, and this is a text",
  ],
  "an entry that is a list": [
    { "cloudplatform:routers": { edge: [PLACE] } },
    "routers.edge must be an object with properties, and this is a list",
  ],
  "an entry that is a number": [
    { "cloudplatform:routers": { edge: 5 } },
    "routers.edge must be an object with properties, and this is a number",
  ],
  "an empty entry": [
    { "cloudplatform:routers": { edge: {} } },
    "routers.edge is empty: declare its properties, or remove the entry",
  ],
  "an entry without a value": [
    { "cloudplatform:routers": { edge: null } },
    "routers.edge is empty: declare its properties, or remove the entry",
  ],
  "a misspelt property": [
    router({ routs: [] }),
    'routers.edge.routs is not a property of this resource; did you mean "routes"?',
  ],
  "a nexthop in camelCase": [
    router({ routes: [{ destination: "10.0.0.0/24", nexthop: "10.0.0.13", nextHop: "10.0.0.13" }] }),
    'routers.edge.routes[0].nextHop is not a property of this resource; did you mean "nexthop"?',
  ],
  "a misspelt property inside of a list": [
    router({ interfaces: [{ subnetID: "3f2504e0-4f89-41d3-9a0c-0305e82c3310" }] }),
    'routers.edge.interfaces[0].subnetId is required, and must be the UUID of a subnet, such as "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21"',
    'routers.edge.interfaces[0].subnetID is not a property of this resource; did you mean "subnetId"?',
  ],
  "an unknown property": [
    router({ color: "red" }),
    "routers.edge.color is not a property of this resource; check its spelling",
  ],
  "a property of another type": [
    router({ projectId: "one" }),
    "routers.edge.projectId must be the number of a project: a whole number, not a text",
  ],
  "a name of a router with a backslash": [
    router({ name: "edge\\router" }),
    "routers.edge.name must have 3 to 63 characters: letters, digits, spaces and . _ - only, a letter or digit first, and no space or - last",
  ],
  "an entry whose name has a dot": [
    { "cloudplatform:routers": { "edge.eu": { ...PLACE, routs: [] } } },
    'routers["edge.eu"].routs is not a property of this resource; did you mean "routes"?',
  ],
  "a misspelt option": [
    option({ protct: true }),
    `${OPTION}.protct is not a property of this entry's options; did you mean "protect"?`,
  ],
  "options that are a list": [
    option(["protect"]),
    `${OPTION} must be an object of resource options, such as { "protect": true }`,
  ],
  "a flag that is a text": [option({ protect: "yes" }), `${OPTION}.protect must be true or false`],
  "ignoreChanges that is no list": [
    option({ ignoreChanges: "routes" }),
    `${OPTION}.ignoreChanges must be a list; each item must be the name of a property`,
  ],
  "an alias that is a number": [
    option({ aliases: [5] }),
    `${OPTION}.aliases[0] must be the URN that the resource had, or an object such as { name: old-name }`,
  ],
  "an account that is not a name": [
    router({ account: 5 }),
    "routers.edge.account must be the name of an account",
  ],
  "a misspelt setting of an account": [
    {
      "cloudplatform:accounts": { reseller: { apiKey: "reseller-key", baseURL: "https://a.example" } },
    },
    'accounts.reseller.baseURL is not a property of this account; did you mean "baseUrl"?',
  ],
  ...casesOf(["${routers.edge", "${}", "a ${routers edge} b", "${routers..edge}"], (text) => [
    `the reference ${text}`,
    router({ name: text }),
    'routers.edge.name has an invalid reference: write it as "${routers.edge.routerId}"; for the characters "${" write "$${"',
  ]),
  "an entry with a very long name": [
    { "cloudplatform:routers": { [`${"a".repeat(5000)}z`]: { ...PLACE, routs: [] } } },
    `routers.${"a".repeat(92)}…${"a".repeat(93)}z.routs is not a property of this resource; did you mean "routes"?`,
  ],
};

/** Invalid references, in `name` of the router `edge`. */
const REFERENCES: Record<string, [text: string, problem: string]> = {
  "a kind that is misspelt": [
    "router.edge.id",
    'refers to "router.edge.id", which is not a kind of resource; did you mean "routers"?',
  ],
  "an entry that is not declared": [
    "routers.egde.id",
    'refers to "routers.egde", which is not declared; did you mean "routers.edge"?',
  ],
  "a kind without an entry": ["routers", 'refers to "routers", which is not declared'],
  "an entry without an output": [
    "routers.edge",
    'refers to "routers.edge", which names no output: add one, such as ".id"',
  ],
  "an output that is misspelt": [
    "routers.edge.routerID",
    'refers to "routers.edge.routerID", which is not an output of a Router; did you mean "routerId"?',
  ],
};

/** References to the configuration of the project `demo` whose values do not fit, in the router `edge`. */
const CONFIGURED: Record<string, [value: unknown, properties: object, problem: string]> = {
  "of another type": [
    "seventy-six",
    { regionId: "${config.x}" },
    'edge.regionId must be the number of a region: a whole number, not a text (${config.x} is "seventy-six")',
  ],
  "that the schema of the resource refuses": [
    [{ destination: "10.0.0.0/24", nexthop: "10.0.0" }],
    { routes: "${config.x}" },
    'edge.routes[0].nexthop must be an IP address, such as "10.0.0.13" (${config.x} is a list)',
  ],
  "that do not fit as a part of a text": [
    "a/b",
    { name: "edge-${config.x}" },
    'edge.name must have 3 to 63 characters: letters, digits, spaces and . _ - only, a letter or digit first, and no space or - last (edge-${config.x} is "edge-a/b")',
  ],
  "that are lists, as a part of a text": [
    [],
    { name: "edge-${config.x}" },
    'edge.name refers to "config.x", which is a list and cannot be a part of a text',
  ],
  "without a key": [
    1,
    { regionId: "${config}" },
    'edge.regionId refers to "config", which names no value: add one, such as "config.email"',
  ],
  "that do not exist": [
    { id: 76 },
    { regionId: "${config.x.ids[0]}" },
    'edge.regionId refers to "config.x.ids[0]", which has no value',
  ],
};

/** References to outputs whose type the property does not accept. */
const TYPED: Array<[property: string, text: string, problem: string]> = [
  [
    "regionId",
    "${routers.edge.name}",
    "must be the number of a region: a whole number, not a text (${routers.edge.name} is a text)",
  ],
  [
    "regionId",
    "7${routers.edge.regionId}",
    "must be the number of a region: a whole number, not a text (7${routers.edge.regionId} is a text)",
  ],
  ["name", "${routers.edge.projectId}", "must be a text (${routers.edge.projectId} is a number)"],
  [
    "routes",
    "${routers.edge.routes[0].nexthop}",
    "must be a list of routes; `[]` for none (${routers.edge.routes[0].nexthop} is a text)",
  ],
  [
    "name",
    "via ${routers.edge.routes}",
    'refers to "routers.edge.routes", which is a list and cannot be a part of a text',
  ],
];

const IN_CONTEXT: Cases = {
  "a value that the schema of the resource refuses": [
    router({ routes: [{ destination: "10.0.0.1/24", nexthop: "10.0.0.1" }] }),
    'routers.edge.routes[0].destination has bits set to the right of its prefix; the network is "10.0.0.0/24"',
  ],
  "a timeout without a unit": [
    option({ customTimeouts: { create: "10" } }),
    `${OPTION}.customTimeouts.create must be a duration, such as "10m" or "90s"`,
  ],
  "a dependency on an entry that is not declared": [
    option({ dependsOn: ["routers.edg"] }),
    `${OPTION}.dependsOn[0] refers to "routers.edg", which is not declared; did you mean "routers.edge"?`,
  ],
  "a dependency on an output": [
    option({ dependsOn: ["routers.edge.id"] }),
    `${OPTION}.dependsOn[0] must be an entry, such as "routers.edge"`,
  ],
  "a dependency on itself": [
    option({ dependsOn: ["routers.edge"] }),
    "routers.edge refers to itself: routers.edge → routers.edge; remove one of these references",
  ],
  "an account that is not declared": [
    {
      ...router({ account: "resellr" }),
      "cloudplatform:accounts": { reseller: { apiKey: "reseller-key" } },
    },
    'routers.edge names the account "resellr", which has no entry in "accounts"; did you mean "reseller"?',
  ],
  "an account where there are none": [
    router({ options: { provider: "reseller" } }),
    'routers.edge names the account "reseller", which has no entry in "accounts": ' +
      "pulumi config set --secret --path 'cloudplatform:accounts.reseller.apiKey'",
  ],
  "two names of an account": [
    {
      ...router({ account: "reseller", options: { provider: "reseller" } }),
      "cloudplatform:accounts": { reseller: { apiKey: "reseller-key" } },
    },
    `${OPTION}.provider is not allowed together with "account", which means the same`,
  ],
  "an account without a key": [
    { "cloudplatform:accounts": { reseller: { baseUrl: "https://reseller.example.com" } } },
    "accounts.reseller has no apiKey: pulumi config set --secret --path 'cloudplatform:accounts.reseller.apiKey'",
  ],
  "an output that replaces a built-in one": [
    { "cloudplatform:outputs": { ids: 1, default: 2, __esModule: 3 } },
    ...["ids", "default", "__esModule"].map((name) => `outputs.${name} ${RESERVED}`),
  ],
  "an entry and a value named like the prototype of JavaScript": [
    {
      "cloudplatform:routers": { ["__proto__"]: PLACE },
      "cloudplatform:outputs": { list: [{ ["__proto__"]: 1 }] },
    },
    `routers.__proto__ ${RESERVED}`,
    `outputs.list[0].__proto__ ${RESERVED}`,
  ],
  "a reference in a section with an encrypted value": [
    {
      "cloudplatform:quotaLimitRequests": {
        secret: request({ secure: "v1:abc" }),
        branch: request("of $" + "{config.who}"),
        other: request("$" + "{a.b} $" + "{"),
      },
    },
    "quotaLimitRequests.branch.description looks like a reference, and is none because this section has an encrypted value: " +
      "store that value under a key of its own, and refer to it",
  ],
  "an account that refers to an entry": [
    {
      ...router({}),
      "cloudplatform:accounts": { reseller: { apiKey: "$" + "{routers.edge.id}" } },
    },
    "accounts.reseller.apiKey refers to an entry, and an account may refer only to the configuration, such as " +
      '"$' +
      '{config.resellerKey}"',
  ],
  ...casesOf(Object.entries(REFERENCES), ([name, [text, problem]]) => {
    const circle =
      "routers.edge refers to itself: routers.edge → routers.edge; remove one of these references";
    const problems = [`routers.edge.name ${problem}`, ...(text.startsWith("routers.edge") ? [circle] : [])];
    return [`a reference to ${name}`, router({ name: `$\{${text}}` }), ...problems];
  }),
  ...casesOf(Object.entries(CONFIGURED), ([name, [value, properties, problem]]) => [
    `references to values of the configuration ${name}`,
    { ...router(properties), "demo:x": value },
    `routers.${problem}`,
  ]),
  ...casesOf(TYPED, ([property, text, problem]) => [
    `the reference ${text} as ${property}`,
    { "cloudplatform:routers": { edge: PLACE, branch: { ...PLACE, [property]: text } } },
    `routers.branch.${property} ${problem}`,
  ]),
  "references where they are not replaced": [
    {
      ...option({ import: "${config.id}", aliases: ["${config.id}", { name: "${config.id}" }] }),
      "demo:id": "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21",
      "cloudplatform:apiKey": "${config.id}",
    },
    `cloudplatform:apiKey ${NOT_REPLACED}`,
    `${OPTION}.import ${NOT_REPLACED}`,
    `${OPTION}.aliases[0] ${NOT_REPLACED}`,
    `${OPTION}.aliases[1].name ${NOT_REPLACED}`,
  ],
  "one mistake in two references of a text": [
    { "cloudplatform:outputs": { both: "${routers.edge.id} ${routers.edge.name}" } },
    'outputs.both refers to "routers.edge", which is not declared',
  ],
  "ignoreChanges of an unknown property": [
    option({ ignoreChanges: ["routs"] }),
    `${OPTION}.ignoreChanges[0] names "routs", which is not a property of a Router; did you mean "routes"?`,
  ],
  "an id of another form": [option({ import: "1/2/3" }), `${OPTION}.import must have the form <routerId>`],
  "an invalid setting": [
    { "cloudplatform:requestTimeout": "30" },
    'cloudplatform:requestTimeout must be a duration of 1ms or more, such as "30s" [duration-invalid]',
  ],
  "a misspelt property whose value is a reference": [
    { "cloudplatform:routers": { edge: PLACE, branch: { ...PLACE, nam: "${routers.edge.name}" } } },
    'routers.branch.nam is not a property of this resource; did you mean "name"?',
  ],
  "a reference to configuration that is not set": [
    { "demo:email": "a@example.com", ...UNKNOWN_CONFIG.config },
    UNKNOWN_CONFIG.problem,
  ],
};

/** Invalid stack files, and the problems that are reported. */
export const INVALID: Invalid[] = [
  ...Object.entries(VALUES).map(([name, [config, ...problems]]) => ({ name, config, problems })),
  ...Object.entries(IN_CONTEXT).map(
    ([name, [config, ...problems]]): Invalid => ({ name, config, problems, needsContext: true }),
  ),
];

/** A kind in two namespaces. */
export const TWO_NAMESPACES = {
  config: { "demo:routers": {}, "cloudplatform:routers": {} },
  problem: 'routers is declared with "cloudplatform:" and with "demo:"; keep one of the two',
};
