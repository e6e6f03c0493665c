import type { Json, JsonObject } from "../../../sdk/src/util/json";
import { type Declaration, declaration, type Program, type ResourceType } from "../engine/program";
import type { Deployment } from "../world/platform";
import type { Random } from "../world/random";

export const PLACE = { projectId: 1, regionId: 2 };
export const NETWORKS = ["11111111-0000-4000-8000-000000000001", "11111111-0000-4000-8000-000000000002"];
const SUBNETS = [1, 2, 3].map((each) => `22222222-0000-4000-8000-00000000000${each}`);
/** A router of others that programs adopt. */
export const SHARED_ROUTER = "33333333-0000-4000-8000-000000000001";
/** A name that others use as well. */
export const SHARED_NAME = "shared-name";

type Args = (random: Random, index: number, deployment: Deployment) => JsonObject;

/** Inputs of each type. Two resources of a program never describe the same object. */
const INPUTS: Record<ResourceType, Args> = {
  Router(random, index, { mode }) {
    const adopts = index === 0 && (mode === "documented-only" || random.chance(0.2));
    const names = [`edge-${index}-one`, `edge-${index}-two`];
    const name = index === 1 && random.chance(0.3) ? SHARED_NAME : random.pick(names);
    const isNamed = random.chance(0.8);
    return {
      ...PLACE,
      ...(adopts ? { routerId: SHARED_ROUTER } : {}),
      ...(isNamed && { name }),
      ...(!adopts &&
        name === SHARED_NAME &&
        isNamed && { ifExists: random.pick(["fail", "adopt", "create"]) }),
      ...gateway(random, adopts),
      ...(random.chance(0.6) && { routes: routes(random, index) }),
      ...(random.chance(0.5) && {
        interfaces: random.some(SUBNETS).map((subnetId) => ({
          subnetId,
          ...(random.chance(0.5) && { ipAddress: addressIn(subnetId, random.pick([5, 6])) }),
        })),
      }),
    };
  },
  QuotaNotificationThreshold: (random, index) => ({
    clientId: 100 + index * 2 + (random.chance(0.8) ? 0 : 1),
    ...(random.chance(0.9) && { threshold: random.between(60, 100) }),
    ...(random.chance(0.1) && { lastSending: "2026-11-01T00:00:00" }),
  }),
  QuotaLimitRequest: (random, index) => ({
    description: `more-${index}-${random.chance(0.7) ? "a" : "b"}`,
    requestedLimits: { globalLimits: { projectCountLimit: random.pick([40, 50]) } },
    ...(random.chance(0.25) && { waitForDecision: true }),
  }),
  EdgeGroupMembership: (random, index) => ({
    groupId: random.pick([7, 8]),
    clientId: 200 + index * 2 + (random.chance(0.8) ? 0 : 1),
  }),
  ResellerNotificationSettings: (random, index) => ({
    resellerId: 5,
    email: `team-${index}-${random.pick(["a", "b"])}@example.com`,
    notificationType: random.pick(["deletion_request", "failed_login"]),
    ...(random.chance(0.5) && { enabled: random.chance(0.5) }),
    ...(random.chance(0.2) && { ifExists: random.pick(["fail", "adopt"]) }),
  }),
  CertificateForceRetry: (_random, index) => ({ certId: 900 + index }),
};

function addressIn(subnetId: string, host: number): string {
  return `10.0.${SUBNETS.indexOf(subnetId)}.${host}`;
}

function gateway(random: Random, isAdopted: boolean): JsonObject {
  const networkId = random.pick(NETWORKS);
  const choices: JsonObject[] = [
    {},
    {},
    { externalGatewayInfo: null },
    { externalGatewayInfo: {} },
    { externalGatewayInfo: { networkId } },
    { externalGatewayInfo: { networkId, enableSnat: random.chance(0.5) } },
    ...(isAdopted ? [] : [{ externalGatewayInfo: { type: "default" } }]),
  ];
  return random.pick(choices);
}

function routes(random: Random, index: number): JsonObject[] {
  const all = [1, 2, 3, 4].map((each) => ({
    destination: `10.${index}.${each}.0/24`,
    nexthop: `10.0.0.${random.pick([10, 11])}`,
  }));
  return random.some(all);
}

const KINDS: Record<ResourceType, number> = {
  Router: 10,
  QuotaNotificationThreshold: 4,
  QuotaLimitRequest: 3,
  EdgeGroupMembership: 4,
  ResellerNotificationSettings: 4,
  CertificateForceRetry: 0,
};

/** The inputs whose value may be a secret, and its value then. */
const SECRETS: Partial<Record<ResourceType, [name: string, value: string]>> = {
  Router: ["name", "s3cret-router-name"],
  ResellerNotificationSettings: ["email", "s3cret@example.com"],
  QuotaLimitRequest: ["description", "s3cret-reason"],
};

/** The texts that no output, record or error may have. */
export const SECRET_TEXT = "s3cret";

export function firstProgram(random: Random, deployment: Deployment, style: Style): Program {
  const count = random.between(4, 6);
  const program: Program = [];
  for (let index = 0; index < count; index++) program.push(newDeclaration(random, index, deployment, style));
  if (!program.some(({ type }) => type === "Router"))
    program[0] = newDeclaration(random, 0, deployment, style, "Router");
  const [one, other] = program.slice(-2) as [Declaration, Declaration];
  const equal = random.chance(style.equal ?? 0.15) ? equalRouters(random, one, other) : undefined;
  return equal ? [...program.slice(0, -2), ...equal] : program;
}

/** What the resources of a program have in common. */
export interface Style {
  plugin: number;
  deletesFirst: number;
  hurry: number;
  secrets: number;
  /** How often two routers have one name; otherwise seldom. */
  equal?: number;
  /** What most resources are. */
  type?: ResourceType | undefined;
  /** What people mostly do to the program, and to which part of a resource. */
  edit?: Edit | undefined;
  input?: string | undefined;
}

export function styleOf(random: Random): Style {
  return {
    plugin: random.pick([0, 0.3, 0.3, 1]),
    deletesFirst: random.pick([0, 0.1, 0.8]),
    hurry: random.pick([0, 0.1, 0.8]),
    secrets: random.pick([0, 0, 0.1, 0.8]),
    ...(random.chance(0.4) && {
      type: random.weighted<ResourceType>({ ...KINDS, CertificateForceRetry: 0 }),
    }),
    ...(random.chance(0.4) && {
      edit: random.pick<Edit>(["inputs", "remove", "add", "rename", "move account", "move door", "revert"]),
    }),
    ...(random.chance(0.4) && {
      input: random.pick(["name", "interfaces", "interfaces", "routes", "externalGatewayInfo"]),
    }),
  };
}

function newDeclaration(
  random: Random,
  index: number,
  deployment: Deployment,
  style: Style,
  type = typeOf(random, index, style),
): Declaration {
  const declared = declaration(
    `${type.toLowerCase()}-${index}`,
    type,
    reachable(type, INPUTS[type](random, index, deployment)),
    {
      door: random.chance(style.plugin) ? "plugin" : "classes",
      account: random.chance(0.8) ? "default" : "second",
      retainOnDelete: random.chance(0.05),
      replaceOnChanges: type === "Router" && random.chance(0.1) ? ["name"] : [],
      deleteBeforeReplace: random.chance(style.deletesFirst),
      timeouts: random.chance(style.hurry) ? { create: random.pick(["20s", "2m", "1h"]), update: "3m" } : {},
    },
  );
  const secret = SECRETS[type];
  if (secret && random.chance(style.secrets)) return { ...declared, ...withSecret(declared, secret) };
  return declared;
}

function typeOf(random: Random, index: number, { type }: Style): ResourceType {
  if (type && random.chance(0.6)) return type;
  return index < 2 && random.chance(0.7) ? "Router" : random.weighted(KINDS);
}

function withSecret({ args, name }: Declaration, [input, value]: [string, string]): Partial<Declaration> {
  const index = name.split("-").at(-1);
  const [local, domain] = value.split("@");
  const text = domain ? `${local}-${index}@${domain}` : `${local}-${index}`;
  return { secret: [input], args: { ...args, [input]: text } };
}

function otherSecret(random: Random, value: Json | undefined): string {
  const text = String(value);
  if (random.chance(0.7)) return text;
  return text.includes("-b") ? text.replace("-b", "") : text.replace("s3cret", "s3cret-b");
}

type Edit =
  | "inputs"
  | "remove"
  | "add"
  | "rename"
  | "move account"
  | "move door"
  | "options"
  | "dependency"
  | "revert";

/** What people do to a program between two runs. */
export function edited(
  random: Random,
  program: Program,
  deployment: Deployment,
  style: Style,
  /** Whether the state has the resource: what a killed run has sent as a secret, nothing shows. */
  isSaved: (declared: Declaration) => boolean,
): { program: Program; edit: string } {
  const edit =
    style.edit && style.edit !== "revert" && random.chance(0.6)
      ? style.edit
      : random.weighted<Edit>({
          inputs: 14,
          remove: 3,
          add: 2,
          rename: 2,
          "move account": 1,
          "move door": 2,
          options: 2,
          dependency: 2,
        });
  const index = random.between(0, program.length - 1);
  const declared = program[index] as Declaration;
  const replaced = (change: Partial<Declaration>) =>
    program.map((one) => (one === declared ? { ...one, ...change } : one));
  const text = `${edit} of ${declared.name}`;
  switch (edit) {
    case "inputs": {
      const number = Number(declared.name.split("-").at(-1));
      const fresh = INPUTS[declared.type](random, number, deployment);
      const names = [...new Set([...Object.keys(fresh), ...Object.keys(declared.args)])];
      const few = names.filter((name) => name === style.input);
      const changing = (few.length > 0 && random.chance(0.7) ? few : random.some(names, 0.5)).filter(
        (name) => !declared.secret.includes(name),
      );
      const [secret] = declared.secret;
      // The value is not secret any more, and another one.
      const isOpen =
        secret !== undefined && isSaved(declared) && fresh[secret] !== undefined && random.chance(0.2);
      if (isOpen) changing.push(secret);
      const args = Object.fromEntries(
        names.flatMap((name) => {
          const from = changing.includes(name) ? fresh : declared.args;
          return name in from
            ? [[name, name === secret && !isOpen ? otherSecret(random, from[name]) : from[name]]]
            : [];
        }),
      ) as JsonObject;
      const isValid = isComplete(declared.type, args);
      const valid = reachable(declared.type, isValid ? args : fresh);
      return {
        program: replaced({ args: valid, ...(isOpen && { secret: [] }) }),
        edit: `${text}: ${JSON.stringify(valid)}`,
      };
    }
    case "remove":
      return program.length > 2
        ? { program: program.filter((one) => one !== declared), edit: text }
        : { program, edit: "nothing" };
    case "add": {
      const numbers = program.map(({ name }) => Number(name.split("-").at(-1)));
      const added = newDeclaration(random, Math.max(...numbers) + 1, deployment, style);
      const equal = random.chance(0.4) ? equalRouters(random, declared, added) : undefined;
      if (equal)
        return {
          program: [...program.map((one) => (one === declared ? equal[0] : one)), equal[1]],
          edit: `add ${added.name}, equal to ${declared.name}`,
        };
      return { program: [...program, added], edit: `add ${added.name}` };
    }
    case "rename": {
      const formerNames = random.chance(0.5)
        ? [...declared.formerNames, declared.name]
        : declared.formerNames;
      const number = declared.name.split("-").at(-1);
      const name = `renamed${random.between(1, 99)}-${number}`;
      const others = program.map((one) => ({
        ...one,
        after: one.after.map((each) => (each === declared.name ? name : each)),
      }));
      const renamed = others.map((one) => (one.name === declared.name ? { ...one, name, formerNames } : one));
      return { program: renamed, edit: `${text} to ${name}, alias: ${formerNames.includes(declared.name)}` };
    }
    case "move account":
      return {
        program: replaced({ account: declared.account === "default" ? "second" : "default" }),
        edit: text,
      };
    case "move door":
      return { program: replaced({ door: declared.door === "classes" ? "plugin" : "classes" }), edit: text };
    case "options":
      return {
        program: replaced({
          retainOnDelete: random.chance(0.2),
          deleteBeforeReplace: random.chance(0.3),
          ignoreChanges: random.chance(0.3) ? ignorable(random, declared) : [],
          replaceOnChanges: declared.type === "Router" && random.chance(0.5) ? ["name"] : [],
          timeouts: random.chance(0.5)
            ? { create: "1m", update: random.pick(["15s", "1m", "1h"]), delete: "2m" }
            : {},
        }),
        edit: text,
      };
    default: {
      const earlier = program.slice(0, index).map(({ name }) => name);
      return { program: replaced({ after: random.some(earlier, 0.4) }), edit: text };
    }
  }
}

/** Two routers with one name. */
function equalRouters(
  random: Random,
  one: Declaration,
  other: Declaration,
): [Declaration, Declaration] | undefined {
  const isPlain = ({ type, args, secret }: Declaration) =>
    type === "Router" && args.name !== undefined && args.routerId === undefined && secret.length === 0;
  if (!isPlain(one) || !isPlain(other)) return undefined;
  const equal = (args: JsonObject, ifExists = "create") => ({
    ...args,
    ...{ name: one.args.name as string, ifExists },
  });
  return [
    { ...one, args: equal(one.args) },
    // What one process creates, another one does not know in time.
    {
      ...{ ...other, door: one.door, account: one.account },
      args: equal(random.pick([one, other]).args, random.pick(["create", "create", "adopt"])),
    },
  ];
}

/** The platform accepts only routes to an address of a subnet that the router has. */
function reachable(type: ResourceType, args: JsonObject): JsonObject {
  const { routes = [], interfaces = [] } = args as Record<"routes" | "interfaces", JsonObject[]>;
  const [subnetId = ""] = SUBNETS;
  const isReachable = routes.length === 0 || interfaces.some((one) => one.subnetId === subnetId);
  return type === "Router" && !isReachable ? { ...args, interfaces: [{ subnetId }, ...interfaces] } : args;
}

function isComplete(type: ResourceType, args: JsonObject): boolean {
  if (type === "Router") {
    const isAdopted = args.routerId !== undefined;
    const gateway = args.externalGatewayInfo as { type?: string } | null | undefined;
    return !(isAdopted && (args.ifExists !== undefined || gateway?.type === "default"));
  }
  return true;
}

function ignorable(random: Random, { type, args }: Declaration): string[] {
  const optional: Partial<Record<ResourceType, string[]>> = {
    Router: ["routes", "externalGatewayInfo", "interfaces"],
    QuotaNotificationThreshold: ["threshold"],
    ResellerNotificationSettings: ["enabled"],
  };
  return random.some((optional[type] ?? []).filter((name) => name in args));
}
