import { RESOURCES } from "../../support/resource-fixtures";

/** A stack file that is refused. */
export interface Invalid {
  name: string;
  /** The keys under `config`. */
  config: Config;
  problems: string[];
  /** The JSON Schema, which sees one value at a time, accepts the file. */
  isAcceptedBySchema: boolean;
}

type Config = Record<string, unknown>;

const KINDS = RESOURCES.map(({ state }) => state.kind);
const PLACE = { projectId: 1, regionId: 2 };
const entry = (value: unknown) => ({ "cloudplatform:routers": { edge: value } });
const router = (properties: object) => entry({ ...PLACE, ...properties });
const named = (name: string) => router({ name });
const option = (options: unknown) => router({ options });
const accounts = (reseller: object) => ({ "cloudplatform:accounts": { reseller } });
const outputs = (values: object) => ({ "cloudplatform:outputs": values });
const request = (description: unknown) => ({
  description,
  requestedLimits: { globalLimits: { projectCountLimit: 9 } },
});
/** The router `edge` with a reference to the value of the configuration `demo:x`. */
const configured = (properties: object, value: unknown) => ({ ...router(properties), "demo:x": value });
/** A router with references to the outputs of another one. */
const branch = (properties: object) => ({
  "cloudplatform:routers": { edge: PLACE, branch: { ...PLACE, ...properties } },
});

const EDGE = "routers.edge";
const OPTION = "routers.edge.options";
const NOT_REPLACED = "has a reference, which is not replaced here: write the value itself";
const RESERVED = "is a name that Pulumi or this package uses itself; choose another name";
const ITSELF = `${EDGE} refers to itself: ${EDGE} → ${EDGE}; remove one of these references`;

/** A value of the configuration that is not set. */
export const UNKNOWN_CONFIG = {
  config: outputs({ email: "${config.emial}" }),
  problem: 'outputs.email refers to the configuration "emial", which is not set; did you mean "email"?',
};

/** Problems that one value shows, which the JSON Schema finds, too; and the files that have them. */
const OF_VALUES: Array<[problems: string | string[], ...files: Config[]]> = [
  [
    'cloudplatform:ruters is neither a kind of resource nor a setting; did you mean "routers"?',
    { "cloudplatform:ruters": {} },
  ],
  [
    `cloudplatform:loadBalancers is neither a kind of resource nor a setting; the kinds are ${KINDS.join(", ")}`,
    { "cloudplatform:loadBalancers": {} },
  ],
  [
    'cloudplatform:baseURI is neither a kind of resource nor a setting; did you mean "baseUrl"?',
    { "cloudplatform:baseURI": "https://api.example.com" },
  ],
  [
    "routers must be an object with names and their entries, and this is a text",
    { "cloudplatform:routers": "edge" },
  ],
  [`${EDGE} must be an object with properties, and this is a list`, entry([PLACE])],
  [`${EDGE} must be an object with properties, and this is a number`, entry(5)],
  [`${EDGE} is empty: declare its properties, or remove the entry`, entry({}), entry(null)],
  [
    `${EDGE}.routes[0].nextHop is not a property of this resource; did you mean "nexthop"?`,
    router({ routes: [{ destination: "10.0.0.0/24", nexthop: "10.0.0.13", nextHop: "10.0.0.13" }] }),
  ],
  [
    `${EDGE}.projectId must be the number of a project: a whole number, not a text`,
    router({ projectId: "one" }),
  ],
  [
    'routers["edge.eu"].routs is not a property of this resource; did you mean "routes"?',
    { "cloudplatform:routers": { "edge.eu": { ...PLACE, routs: [] } } },
  ],
  [
    `routers.${"a".repeat(92)}…${"a".repeat(93)}z.routs is not a property of this resource; did you mean "routes"?`,
    { "cloudplatform:routers": { [`${"a".repeat(5000)}z`]: { ...PLACE, routs: [] } } },
  ],
  [
    `${OPTION}.protct is not a property of this entry's options; did you mean "protect"?`,
    option({ protct: true }),
  ],
  [`${OPTION} must be an object of resource options, such as { "protect": true }`, option(["protect"])],
  [`${OPTION}.protect must be true or false`, option({ protect: "yes" })],
  [
    `${OPTION}.ignoreChanges must be a list; each item must be the name of a property`,
    option({ ignoreChanges: "routes" }),
  ],
  [
    `${OPTION}.aliases[0] must be the URN that the resource had, or an object such as { name: old-name }`,
    option({ aliases: [5] }),
    option({ aliases: ["old-edge"] }),
  ],
  [`${EDGE}.account must be the name of an account`, router({ account: 5 })],
  [
    'accounts.reseller.baseURL is not a property of this account; did you mean "baseUrl"?',
    accounts({ apiKey: "reseller-key", baseURL: "https://a.example" }),
  ],
  [
    `${EDGE}.name has an invalid reference: write it as "\${routers.edge.routerId}"; for the characters "\${" write "$\${"`,
    ...["${routers.edge", "${}", "a ${routers edge} b", "${routers..edge}", "${{ routers.edge.id }}"].map(
      named,
    ),
  ],
  [
    "edgeGroupMemberships.a.groupId must be the id of a group: a whole number or a text",
    { "cloudplatform:edgeGroupMemberships": { a: { groupId: true, clientId: 4711 } } },
  ],
  [
    `${OPTION}.customTimeouts.created is not a property of this entry's options; did you mean "create"?`,
    option({ customTimeouts: { created: "10m" } }),
  ],
  [`${OPTION}.get is not a property of this entry's options; check its spelling`, option({ get: 1 })],
  [
    `${OPTION}.replaceOnChanges[0] names "color", which is not a property of a Router`,
    option({ replaceOnChanges: ["color"] }),
  ],
  [
    "cloudplatform:baseUrl must begin with https:// (or http://), such as https://api.example.com [base-url-without-scheme]",
    { "cloudplatform:baseUrl": "api.example.com" },
  ],
  [
    "cloudplatform:maxRetries must be a whole number from 0 to 20, such as 4 [number-invalid]",
    { "cloudplatform:maxRetries": 50 },
  ],
  [
    'cloudplatform:previewReads must be "true" or "false" [preview-reads-invalid]',
    { "cloudplatform:previewReads": "yes" },
  ],
  [`cloudplatform:baseUrl ${NOT_REPLACED}`, { "cloudplatform:baseUrl": "${config.url}" }],
  [
    'accounts.reseller.taskTimeout must be a duration of 1ms or more, such as "20m" [duration-invalid]',
    accounts({ apiKey: "reseller-key", taskTimeout: "5 min" }),
  ],
  [
    `${EDGE}.acount is not a property of this resource; did you mean "account"?`,
    router({ acount: "reseller" }),
  ],
  [
    `${OPTION}.customTimeouts.create must be a duration, such as "10m" or "90s"`,
    option({ customTimeouts: { create: "10" } }),
  ],
  [`${OPTION}.dependsOn[0] must be an entry, such as "routers.edge"`, option({ dependsOn: [`${EDGE}.id`] })],
  [`${OPTION}.deletedWith must be an entry, such as "routers.edge"`, option({ deletedWith: "edge" })],
  [
    "accounts.reseller has no apiKey: pulumi config set --secret --path 'cloudplatform:accounts.reseller.apiKey'",
    accounts({ baseUrl: "https://reseller.example.com" }),
  ],
  [
    [
      `cloudplatform:apiKey ${NOT_REPLACED}`,
      ...["import", "aliases[0]", "aliases[1].name"].map((name) => `${OPTION}.${name} ${NOT_REPLACED}`),
    ],
    {
      ...option({ import: "${config.id}", aliases: ["${config.id}", { name: "${config.id}" }] }),
      "demo:id": "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21",
      "cloudplatform:apiKey": "${config.id}",
    },
  ],
  [
    [
      `${OPTION}.protect must be true or false`,
      `${OPTION}.dependsOn[0] refers to "routers.nope", which is not declared`,
    ],
    option({ protect: "yes", dependsOn: ["routers.nope"] }),
  ],
  [
    `${OPTION}.ignoreChanges[0] names "routs", which is not a property of a Router; did you mean "routes"?`,
    option({ ignoreChanges: ["routs"] }),
  ],
  [`${OPTION}.import must have the form <routerId>`, option({ import: "1/2/3" })],
  [
    'cloudplatform:requestTimeout must be a duration of 1ms or more, such as "30s" [duration-invalid]',
    { "cloudplatform:requestTimeout": "30" },
  ],
  [
    'routers.branch.nam is not a property of this resource; did you mean "name"?',
    branch({ nam: "${routers.edge.name}" }),
  ],
];

/** Problems of references, and those that only the whole file shows: `validate` finds them, and editors do not underline them. */
const IN_CONTEXT: typeof OF_VALUES = [
  [
    `${OPTION}.dependsOn[0] refers to "routers.edg", which is not declared; did you mean "routers.edge"?`,
    option({ dependsOn: ["routers.edg"] }),
  ],
  [ITSELF, option({ dependsOn: [EDGE] }), option({ replaceWith: [EDGE] })],
  [
    `${EDGE} names the account "resellr", which has no entry in "accounts"; did you mean "reseller"?`,
    { ...router({ account: "resellr" }), ...accounts({ apiKey: "reseller-key" }) },
  ],
  [
    `${EDGE} names the account "reseller", which has no entry in "accounts": ` +
      "pulumi config set --secret --path 'cloudplatform:accounts.reseller.apiKey'",
    option({ provider: "reseller" }),
  ],
  [
    `${OPTION}.provider is not allowed together with "account", which means the same`,
    {
      ...router({ account: "reseller", options: { provider: "reseller" } }),
      ...accounts({ apiKey: "reseller-key" }),
    },
  ],
  [
    ["ids", "default", "__esModule"].map((name) => `outputs.${name} ${RESERVED}`),
    outputs({ ids: 1, default: 2, __esModule: 3 }),
  ],
  [
    [`routers.__proto__ ${RESERVED}`, `outputs.list[0].__proto__ ${RESERVED}`],
    { "cloudplatform:routers": { ["__proto__"]: PLACE }, ...outputs({ list: [{ ["__proto__"]: 1 }] }) },
  ],
  [
    "quotaLimitRequests.branch.description looks like a reference, and is none because this section has an encrypted value: " +
      "store that value under a key of its own, and refer to it",
    {
      "cloudplatform:quotaLimitRequests": {
        secret: request({ secure: "v1:abc" }),
        branch: request("of ${config.who}"),
        other: request("${a.b} ${"),
      },
    },
  ],
  // References to entries.
  [
    'accounts.reseller.apiKey refers to an entry, and an account may refer only to the configuration, such as "${config.resellerKey}"',
    { ...router({}), ...accounts({ apiKey: "${routers.edge.id}" }) },
  ],
  [
    `${EDGE}.name refers to "router.edge.id", which is not a kind of resource; did you mean "routers"?`,
    named("${router.edge.id}"),
  ],
  [`${EDGE}.name refers to "routers", which is not declared`, named("${routers}")],
  [
    [`${EDGE}.name refers to "routers.edge", which names no output: add one, such as ".id"`, ITSELF],
    named("${routers.edge}"),
  ],
  [
    [
      `${EDGE}.name refers to "routers.edge.routerID", which is not an output of a Router; did you mean "routerId"?`,
      ITSELF,
    ],
    named("${routers.edge.routerID}"),
  ],
  [
    `${EDGE}.regionId refers to "config", which names no value: add one, such as "config.email"`,
    configured({ regionId: "${config}" }, 1),
  ],
  [
    `${EDGE}.name refers to "routers.egde", which is not declared; did you mean "routers.edge"?`,
    named("${routers.egde.id}"),
  ],
  [
    'outputs.both refers to "routers.edge", which is not declared',
    outputs({ both: "${routers.edge.id} ${routers.edge.name}" }),
  ],
  // References to the configuration.
  [UNKNOWN_CONFIG.problem, { "demo:email": "a@example.com", ...UNKNOWN_CONFIG.config }],
  // The namespace of the project.
  [
    'demo:ruters is neither a kind of resource nor a setting; did you mean "routers"?',
    { "demo:ruters": { edge: {} } },
  ],
  [
    'routers is declared with "cloudplatform:" and with "demo:"; keep one of the two',
    { "demo:routers": {}, "cloudplatform:routers": {} },
  ],
];

const filesOf = (table: typeof OF_VALUES, isAcceptedBySchema: boolean) =>
  table.flatMap(([problems, ...files]) =>
    files.map((config): Invalid => {
      const all = [problems].flat();
      return { name: `a file in which ${all[0]}`, config, problems: all, isAcceptedBySchema };
    }),
  );

/** Invalid stack files, and the problems that are reported. */
export const INVALID: Invalid[] = [...filesOf(OF_VALUES, false), ...filesOf(IN_CONTEXT, true)];
