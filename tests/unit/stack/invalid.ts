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

const KINDS = RESOURCES.map(({ state }) => state.kind);
const PLACE = { projectId: 1, regionId: 2 };
const router = (properties: object) => ({ "cloudplatform:routers": { edge: { ...PLACE, ...properties } } });
const request = (description: unknown) => ({
  description,
  requestedLimits: { globalLimits: { projectCountLimit: 9 } },
});
const option = (options: object) => router({ options });
const OPTION = "routers.edge.options";
const RESERVED = "is a name that Pulumi or this package uses itself; choose another name";

/** Invalid stack files, and the problems that are reported. */
export const INVALID: Invalid[] = [
  {
    name: "a misspelt kind",
    config: { "cloudplatform:ruters": {} },
    problems: ['cloudplatform:ruters is neither a kind of resource nor a setting; did you mean "routers"?'],
  },
  {
    name: "an unknown kind",
    config: { "cloudplatform:loadBalancers": {} },
    problems: [
      `cloudplatform:loadBalancers is neither a kind of resource nor a setting; the kinds are ${KINDS.join(", ")}`,
    ],
  },
  {
    name: "a misspelt setting",
    config: { "cloudplatform:baseURI": "https://api.example.com" },
    problems: ['cloudplatform:baseURI is neither a kind of resource nor a setting; did you mean "baseUrl"?'],
  },
  {
    name: "a kind that is a list",
    config: { "cloudplatform:routers": [PLACE] },
    problems: ["routers must be an object with names and their entries, and this is a list"],
  },
  {
    name: "a kind that is a text",
    config: { "cloudplatform:routers": "edge" },
    problems: ["routers must be an object with names and their entries, and this is a text"],
  },
  {
    name: "an entry that is a list",
    config: { "cloudplatform:routers": { edge: [PLACE] } },
    problems: ["routers.edge must be an object with properties, and this is a list"],
  },
  {
    name: "an entry that is a number",
    config: { "cloudplatform:routers": { edge: 5 } },
    problems: ["routers.edge must be an object with properties, and this is a number"],
  },
  {
    name: "an empty entry",
    config: { "cloudplatform:routers": { edge: {} } },
    problems: ["routers.edge is empty: declare its properties, or remove the entry"],
  },
  {
    name: "an entry without a value",
    config: { "cloudplatform:routers": { edge: null } },
    problems: ["routers.edge is empty: declare its properties, or remove the entry"],
  },
  {
    name: "a misspelt property",
    config: router({ routs: [] }),
    problems: ['routers.edge.routs is not a property of this resource; did you mean "routes"?'],
  },
  {
    name: "a nexthop in camelCase",
    config: router({ routes: [{ destination: "10.0.0.0/24", nexthop: "10.0.0.13", nextHop: "10.0.0.13" }] }),
    problems: ['routers.edge.routes[0].nextHop is not a property of this resource; did you mean "nexthop"?'],
  },
  {
    name: "a misspelt property inside of a list",
    config: router({ interfaces: [{ subnetID: "3f2504e0-4f89-41d3-9a0c-0305e82c3310" }] }),
    problems: [
      'routers.edge.interfaces[0].subnetId is required, and must be the UUID of a subnet, such as "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21"',
      'routers.edge.interfaces[0].subnetID is not a property of this resource; did you mean "subnetId"?',
    ],
  },
  {
    name: "an unknown property",
    config: router({ color: "red" }),
    problems: ["routers.edge.color is not a property of this resource; check its spelling"],
  },
  {
    name: "a property of another type",
    config: router({ projectId: "one" }),
    problems: ["routers.edge.projectId must be the number of a project: a whole number, not a text"],
  },
  {
    name: "a value that the schema of the resource refuses",
    config: router({ routes: [{ destination: "10.0.0.1/24", nexthop: "10.0.0.1" }] }),
    problems: [
      'routers.edge.routes[0].destination has bits set to the right of its prefix; the network is "10.0.0.0/24"',
    ],
    needsContext: true,
  },
  {
    name: "an entry whose name has a dot",
    config: { "cloudplatform:routers": { "edge.eu": { ...PLACE, routs: [] } } },
    problems: ['routers["edge.eu"].routs is not a property of this resource; did you mean "routes"?'],
  },
  {
    name: "a misspelt option",
    config: option({ protct: true }),
    problems: [`${OPTION}.protct is not a property of this entry's options; did you mean "protect"?`],
  },
  {
    name: "options that are a list",
    config: option(["protect"]),
    problems: [`${OPTION} must be an object of resource options, such as { "protect": true }`],
  },
  {
    name: "a flag that is a text",
    config: option({ protect: "yes" }),
    problems: [`${OPTION}.protect must be true or false`],
  },
  {
    name: "ignoreChanges that is no list",
    config: option({ ignoreChanges: "routes" }),
    problems: [`${OPTION}.ignoreChanges must be a list; each item must be the name of a property`],
  },
  {
    name: "a timeout without a unit",
    config: option({ customTimeouts: { create: "10" } }),
    problems: [`${OPTION}.customTimeouts.create must be a duration, such as "10m" or "90s"`],
    needsContext: true,
  },
  {
    name: "an alias that is a number",
    config: option({ aliases: [5] }),
    problems: [
      `${OPTION}.aliases[0] must be the URN that the resource had, or an object such as { name: old-name }`,
    ],
  },
  {
    name: "a dependency on an entry that is not declared",
    config: option({ dependsOn: ["routers.edg"] }),
    problems: [
      `${OPTION}.dependsOn[0] refers to "routers.edg", which is not declared; did you mean "routers.edge"?`,
    ],
    needsContext: true,
  },
  {
    name: "a dependency on an output",
    config: option({ dependsOn: ["routers.edge.id"] }),
    problems: [`${OPTION}.dependsOn[0] must be an entry, such as "routers.edge"`],
    needsContext: true,
  },
  {
    name: "a dependency on itself",
    config: option({ dependsOn: ["routers.edge"] }),
    problems: ["routers.edge refers to itself: routers.edge → routers.edge; remove one of these references"],
    needsContext: true,
  },
  {
    name: "an account that is not declared",
    config: {
      ...router({ account: "resellr" }),
      "cloudplatform:accounts": { reseller: { apiKey: "reseller-key" } },
    },
    problems: [
      'routers.edge names the account "resellr", which has no entry in "accounts"; did you mean "reseller"?',
    ],
    needsContext: true,
  },
  {
    name: "an account where there are none",
    config: router({ options: { provider: "reseller" } }),
    problems: [
      'routers.edge names the account "reseller", which has no entry in "accounts": ' +
        "pulumi config set --secret --path 'cloudplatform:accounts.reseller.apiKey'",
    ],
    needsContext: true,
  },
  {
    name: "two names of an account",
    config: {
      ...router({ account: "reseller", options: { provider: "reseller" } }),
      "cloudplatform:accounts": { reseller: { apiKey: "reseller-key" } },
    },
    problems: [`${OPTION}.provider is not allowed together with "account", which means the same`],
    needsContext: true,
  },
  {
    name: "an account that is not a name",
    config: router({ account: 5 }),
    problems: ["routers.edge.account must be the name of an account"],
  },
  {
    name: "an account without a key",
    config: { "cloudplatform:accounts": { reseller: { baseUrl: "https://reseller.example.com" } } },
    problems: [
      "accounts.reseller has no apiKey: pulumi config set --secret --path 'cloudplatform:accounts.reseller.apiKey'",
    ],
    needsContext: true,
  },
  {
    name: "a misspelt setting of an account",
    config: {
      "cloudplatform:accounts": { reseller: { apiKey: "reseller-key", baseURL: "https://a.example" } },
    },
    problems: ['accounts.reseller.baseURL is not a property of this account; did you mean "baseUrl"?'],
  },
  {
    name: "an output that replaces a built-in one",
    config: { "cloudplatform:outputs": { ids: 1, default: 2, __esModule: 3 } },
    problems: ["ids", "default", "__esModule"].map((name) => `outputs.${name} ${RESERVED}`),
    needsContext: true,
  },
  {
    name: "an entry and a value named like the prototype of JavaScript",
    config: {
      "cloudplatform:routers": { ["__proto__"]: PLACE },
      "cloudplatform:outputs": { list: [{ ["__proto__"]: 1 }] },
    },
    problems: [`routers.__proto__ ${RESERVED}`, `outputs.list[0].__proto__ ${RESERVED}`],
    needsContext: true,
  },
  {
    name: "a reference in a section with an encrypted value",
    config: {
      "cloudplatform:quotaLimitRequests": {
        secret: request({ secure: "v1:abc" }),
        branch: request("of $" + "{config.who}"),
        other: request("$" + "{a.b} $" + "{"),
      },
    },
    problems: [
      "quotaLimitRequests.branch.description looks like a reference, and is none because this section has an encrypted value: " +
        "store that value under a key of its own, and refer to it",
    ],
    needsContext: true,
  },
  {
    name: "an account that refers to an entry",
    config: {
      ...router({}),
      "cloudplatform:accounts": { reseller: { apiKey: "$" + "{routers.edge.id}" } },
    },
    problems: [
      "accounts.reseller.apiKey refers to an entry, and an account may refer only to the configuration, such as " +
        '"$' +
        '{config.resellerKey}"',
    ],
    needsContext: true,
  },
];

const reference = (text: string) => router({ name: `$\{${text}}` });

/** Invalid references, in `name` of the router `edge`. */
const REFERENCES: Array<[name: string, text: string, problem: string]> = [
  [
    "a kind that is misspelt",
    "router.edge.id",
    'refers to "router.edge.id", which is not a kind of resource; did you mean "routers"?',
  ],
  [
    "an entry that is not declared",
    "routers.egde.id",
    'refers to "routers.egde", which is not declared; did you mean "routers.edge"?',
  ],
  ["a kind without an entry", "routers", 'refers to "routers", which is not declared'],
  [
    "an entry without an output",
    "routers.edge",
    'refers to "routers.edge", which names no output: add one, such as ".id"',
  ],
  [
    "an output that is misspelt",
    "routers.edge.routerID",
    'refers to "routers.edge.routerID", which is not an output of a Router; did you mean "routerId"?',
  ],
];

for (const [name, text, problem] of REFERENCES) {
  const circle = text.startsWith("routers.edge")
    ? ["routers.edge refers to itself: routers.edge → routers.edge; remove one of these references"]
    : [];
  INVALID.push({
    name: `a reference to ${name}`,
    config: reference(text),
    problems: [`routers.edge.name ${problem}`, ...circle],
    needsContext: true,
  });
}

for (const text of ["${routers.edge", "${}", "a ${routers edge} b", "${routers..edge}"])
  INVALID.push({
    name: `the reference ${text}`,
    config: router({ name: text }),
    problems: [
      'routers.edge.name has an invalid reference: write it as "${routers.edge.routerId}"; for the characters "${" write "$${"',
    ],
  });

/** References to the configuration of the project `demo` whose values do not fit, in the router `edge`. */
const CONFIGURED: Array<[name: string, value: unknown, properties: object, problem: string]> = [
  [
    "of another type",
    "seventy-six",
    { regionId: "${config.x}" },
    'edge.regionId must be the number of a region: a whole number, not a text (${config.x} is "seventy-six")',
  ],
  [
    "that the schema of the resource refuses",
    [{ destination: "10.0.0.0/24", nexthop: "10.0.0" }],
    { routes: "${config.x}" },
    'edge.routes[0].nexthop must be an IP address, such as "10.0.0.13" (${config.x} is a list)',
  ],
  [
    "that do not fit as a part of a text",
    "a/b",
    { name: "edge-${config.x}" },
    'edge.name must have 3 to 63 characters: letters, digits, spaces and . _ - only, a letter or digit first, and no space or - last (edge-${config.x} is "edge-a/b")',
  ],
  [
    "that are lists, as a part of a text",
    [],
    { name: "edge-${config.x}" },
    'edge.name refers to "config.x", which is a list and cannot be a part of a text',
  ],
  [
    "without a key",
    1,
    { regionId: "${config}" },
    'edge.regionId refers to "config", which names no value: add one, such as "config.email"',
  ],
  [
    "that do not exist",
    { id: 76 },
    { regionId: "${config.x.ids[0]}" },
    'edge.regionId refers to "config.x.ids[0]", which has no value',
  ],
];

for (const [name, value, properties, problem] of CONFIGURED)
  INVALID.push({
    name: `references to values of the configuration ${name}`,
    config: { ...router(properties), "demo:x": value },
    problems: [`routers.${problem}`],
    needsContext: true,
  });

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

for (const [property, text, problem] of TYPED)
  INVALID.push({
    name: `the reference ${text} as ${property}`,
    config: {
      "cloudplatform:routers": { edge: PLACE, branch: { ...PLACE, [property]: text } },
    },
    problems: [`routers.branch.${property} ${problem}`],
    needsContext: true,
  });

INVALID.push({
  name: "an entry with a very long name",
  config: { "cloudplatform:routers": { [`${"a".repeat(5000)}z`]: { ...PLACE, routs: [] } } },
  problems: [
    `routers.${"a".repeat(92)}…${"a".repeat(93)}z.routs is not a property of this resource; did you mean "routes"?`,
  ],
});

const NOT_REPLACED = "has a reference, which is not replaced here: write the value itself";

INVALID.push({
  name: "references where they are not replaced",
  config: {
    ...option({ import: "${config.id}", aliases: ["${config.id}", { name: "${config.id}" }] }),
    "demo:id": "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21",
    "cloudplatform:apiKey": "${config.id}",
  },
  problems: [
    `cloudplatform:apiKey ${NOT_REPLACED}`,
    `${OPTION}.import ${NOT_REPLACED}`,
    `${OPTION}.aliases[0] ${NOT_REPLACED}`,
    `${OPTION}.aliases[1].name ${NOT_REPLACED}`,
  ],
  needsContext: true,
});

INVALID.push({
  name: "one mistake in two references of a text",
  config: {
    "cloudplatform:outputs": { both: "${routers.edge.id} ${routers.edge.name}" },
  },
  problems: ['outputs.both refers to "routers.edge", which is not declared'],
  needsContext: true,
});

/** A value of the configuration that is not set. */
export const UNKNOWN_CONFIG = {
  config: { "cloudplatform:outputs": { email: "${config.emial}" } },
  problem: 'outputs.email refers to the configuration "emial", which is not set; did you mean "email"?',
};

INVALID.push({
  name: "a reference to configuration that is not set",
  config: { "demo:email": "a@example.com", ...UNKNOWN_CONFIG.config },
  problems: [UNKNOWN_CONFIG.problem],
  needsContext: true,
});

/** A kind in two namespaces. */
export const TWO_NAMESPACES = {
  config: { "demo:routers": {}, "cloudplatform:routers": {} },
  problem: 'routers is declared with "cloudplatform:" and with "demo:"; keep one of the two',
};
