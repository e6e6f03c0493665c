import { parseParts } from "../../lifecycle/identity";
import { loadHandlers } from "../../resources/handlers";
import { isObject, type JsonObject, parseJson } from "../../util/json";
import { printableLine, printableName } from "../../util/text";
import { COMMAND } from "../errors";
import { readText } from "../files";
import { resourceNames } from "./names";
import { parsePath, pathForms, readableHandler, type Target } from "./target";

/**
 * The resources of Terraform providers that are resources of this package: the class, by the type without the prefix of the
 * provider. An entry has the attributes that are the parts of the id, in the order of the forms of the command.
 */
export const TERRAFORM_TYPES: Readonly<Record<string, { type: string; attributes: readonly string[] }>> = {
  router: { type: "Router", attributes: ["project_id", "region_id", "id"] },
  cloud_network_router: { type: "Router", attributes: ["project_id", "region_id", "id"] },
};

/** A resource in the JSON output of Terraform or OpenTofu. */
interface TerraformResource {
  address: string;
  mode?: string;
  type: string;
  deposed_key?: string;
  values?: JsonObject;
  sensitive_values?: JsonObject;
}

/** What a state of Terraform contains. */
export interface TerraformState {
  targets: Target[];
  /** The addresses of the targets, by class and id. */
  addresses: Map<string, string>;
  /** The addresses of resources for which this package has no class. */
  others: string[];
  /** Why resources of known types cannot be imported. */
  failures: unknown[];
}

/** Reads the output of `terraform show -json`. Only addresses and the parts of ids are used, and no sensitive value. */
export function readTerraform(file: string): TerraformState {
  const resources = resourcesIn(file).filter(({ mode }) => mode !== "data");
  const known = resources.filter(({ type }) => classOf(type) !== undefined);
  const names = resourceNames(
    known.map(({ address }) => nameOf(address)),
    undefined,
    [],
  );
  const state: TerraformState = {
    targets: [],
    addresses: new Map(),
    others: resources.filter(({ type }) => classOf(type) === undefined).map(({ address }) => address),
    failures: [],
  };
  known.forEach((resource, index) => {
    try {
      const target = targetOf(resource, names[index] as string);
      state.targets.push(target);
      state.addresses.set(keyOf(target.handler.type, target.id as string), resource.address);
    } catch (error) {
      state.failures.push(error);
    }
  });
  return state;
}

export const keyOf = (type: string, id: string) => `${type} ${id.toLowerCase()}`;

/** The class of a type: `<provider>_router` is a Router. */
function classOf(type: string) {
  const name = type.slice(type.indexOf("_") + 1);
  return type.includes("_") && Object.hasOwn(TERRAFORM_TYPES, name) ? TERRAFORM_TYPES[name] : undefined;
}

function targetOf(
  { address, type, deposed_key: deposed, ...resource }: TerraformResource,
  name: string,
): Target {
  const { type: ownType, attributes } = classOf(type) as (typeof TERRAFORM_TYPES)[string];
  const handler = readableHandler(ownType, loadHandlers());
  const invalid = (problem: string) =>
    COMMAND.terraformResource.error({
      address: printableName(address),
      form: pathForms(handler).one,
      problem,
    });
  if (deposed !== undefined) throw invalid("it is a deposed object");
  const parts = attributes.map((attribute) => {
    if (resource.sensitive_values?.[attribute] === true) throw invalid(`${attribute} is sensitive`);
    const value = resource.values?.[attribute];
    if (typeof value !== "string" && typeof value !== "number")
      throw invalid(`the state has no ${attribute}`);
    return value;
  });
  const { scope = {}, id } = handler.identity;
  const path = parts.join("/");
  const parsed = parseParts({ ...scope, ...id }, path);
  if ("problem" in parsed) throw invalid(parsed.problem);
  return { handler, name, ...parsePath(handler, path) };
}

/** `module.net["eu"].x_router.edge[0]` → `net-eu-edge-0`: modules, keys and the name, without the type. */
export function nameOf(address: string): string {
  const tokens = [...address.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g)];
  const parts: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const [, key, count, word] = tokens[index] as RegExpMatchArray;
    // The word before a name: `module`, or the type of the resource.
    if (word !== undefined) parts.push(tokens[++index]?.[3] ?? word);
    else parts.push((key ?? count) as string);
  }
  return parts.join("-");
}

function resourcesIn(file: string): TerraformResource[] {
  const invalid = (problem: string) => COMMAND.terraformFile.error({ file, problem });
  // Some shells write a byte order mark.
  const content = parseJson(readText(file).replace(/^\uFEFF/, ""));
  if (!isObject(content)) throw invalid("it is not JSON");
  if (Array.isArray(content.resources)) throw invalid("it is a state file");
  if (content.format_version === undefined) throw invalid("it has no format_version");
  // A plan contains the state before it.
  const before = isObject(content.prior_state) ? content.prior_state : content;
  const { root_module: root } = (isObject(before.values) ? before.values : {}) as JsonObject;
  return isObject(root) ? resourcesOf(root as JsonObject) : [];
}

function resourcesOf({ resources, child_modules: modules }: JsonObject): TerraformResource[] {
  const own = Array.isArray(resources) ? (resources as unknown[]).filter(isResource) : [];
  const inner = Array.isArray(modules) ? modules.filter(isObject) : [];
  return [...own, ...inner.flatMap((module) => resourcesOf(module as JsonObject))];
}

function isResource(value: unknown): value is TerraformResource {
  return isObject(value) && typeof value.address === "string" && typeof value.type === "string";
}

/** The command that makes Terraform forget the resources, for a shell. */
export function forgetCommand(addresses: readonly string[]): string {
  const quoted = addresses.map((address) => `'${printableLine(address).replaceAll("'", "'\\''")}'`);
  return `terraform state rm ${quoted.join(" ")}`;
}
