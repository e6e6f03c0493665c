import { type CheckFailure, INPUTS } from "../errors/inputs";
import { uniqueKeysOf } from "../operation/creation";
import { containsUnknown, isUnknown, validate, withoutDetails } from "../operation/inputs/validate";
import type { AnyResource } from "../operation/resource";
import { nameOf } from "../pulumi/names";
import { digest } from "../util/digest";
import type { JsonObject } from "../util/json";
import { secretMask } from "../util/secrets";
import { messageOf } from "../util/text";
import type { ResourceAccount } from "./account";
import { type CodedFailure, importFailures } from "./existing";
import type { Operations } from "./operations";
import type { Session } from "./session";
import type { ResourceFacts } from "./state";

export interface CheckResult {
  /** Complete. */
  inputs: JsonObject;
  failures: CheckFailure[];
}

/** Checks the inputs of one resource type. */
export class ResourceCheck {
  constructor(
    private readonly resource: AnyResource,
    private readonly session: Session,
    private readonly account: ResourceAccount,
    private readonly operations: Operations,
  ) {}

  /** `before`: the inputs of the last run; absent for a new resource. */
  async check(
    before: JsonObject | undefined,
    declared: JsonObject,
    facts: ResourceFacts,
  ): Promise<CheckResult> {
    const { urn, secret } = facts;
    const { inputs, failures } = checkInputs(this.resource, before ?? {}, declared, facts);
    const problems = this.account.problems();
    this.account.log?.start(urn, facts.organization);
    const isValid = failures.length === 0 && problems.length === 0;
    const found = [
      ...failures,
      ...(isValid ? this.duplicates(inputs, urn, before === undefined) : []),
      ...(isValid && !before ? await this.differences(inputs, facts) : []),
    ];
    const all = [
      ...problems.map((reason) => ({ property: "", reason })),
      ...found.map((failure) => printable(failure, inputs, secret)),
    ];
    if (all[0]) this.log(all[0], facts, inputs);
    if (urn === undefined) return { inputs, failures: all };
    // The replacement of a resource is checked like a new resource, and then the object that diff has seen may be deleted.
    if (before) this.session.replacements.delete(urn);
    else this.session.ownership.release(urn);
    return { inputs, failures: all };
  }

  private log({ property, reason }: CheckFailure, { urn, secret }: ResourceFacts, inputs: JsonObject): void {
    const mask = secretMask(secret, inputs);
    // Values in the sentence may look like a code, which is after them.
    const code = reason.match(/(?<=\[)[a-z-]+(?=\])/g)?.at(-1) ?? INPUTS.invalid.code;
    const log = this.account.log?.operation({ operation: "check", type: this.resource.type, urn, mask });
    log?.refused(code, `${property} ${reason}`);
  }

  /** Two resources that are the same object would overwrite each other's changes in every run. */
  private duplicates(inputs: JsonObject, urn: string | undefined, isNew: boolean): CodedFailure[] {
    if (urn === undefined || containsUnknown(inputs)) return [];
    const uniqueKeys = uniqueKeysOf(this.resource.creation(this.account.withSettings(inputs)));
    const keys = uniqueKeys.map(({ key }) => this.account.uniqueKey(key));
    const conflict = this.session.ownership.claim(keys, { urn, isNew });
    if (!conflict) return [];
    const other = nameOf(conflict.other.urn);
    return uniqueKeys
      .filter((_, index) => keys[index] === conflict.key)
      .map(({ property, reason }) => ({
        property,
        reason: INPUTS.duplicate.message({ other, reason }),
        code: INPUTS.duplicate.code,
      }));
  }

  /** The differences to an object to import. It is read in the preview, so that the preview shows what differs. */
  private async differences(inputs: JsonObject, facts: ResourceFacts): Promise<CodedFailure[]> {
    const { importId: id } = facts;
    if (id === undefined) return [];
    try {
      const { values } = await this.operations.readExisting(id, inputs, facts);
      return importFailures(this.resource.properties, values, inputs);
    } catch (error) {
      return [{ property: "", reason: messageOf(error) }];
    }
  }
}

/** The completed inputs, and all of their errors. */
export function checkInputs(
  resource: Pick<AnyResource, "type" | "inputs" | "complete">,
  before: JsonObject,
  declared: JsonObject,
  facts: ResourceFacts,
): { inputs: JsonObject; failures: CheckFailure[] } {
  const { urn } = facts;
  const isKnown = urn !== undefined && !isUnknown(urn);
  const inputs =
    (isKnown && resource.complete?.(declared, defaultName(resource, urn, before, facts))) || declared;
  return { inputs, failures: validate(resource.inputs, inputs) };
}

/**
 * A failure for the engine. The engine prints the property's value next to the reason, even a secret value, and `<nil>`
 * for a nested or missing property. In these cases the reason contains the property's name instead.
 */
export function printable(
  { property, reason, code }: CodedFailure,
  inputs: JsonObject,
  secret: readonly string[] = [],
): CheckFailure {
  const suffix = code === undefined ? "" : ` [${code}]`;
  const hasValue = Object.hasOwn(inputs, property) && inputs[property] !== null;
  if (property === "" || (hasValue && !secret.includes(property)))
    return { property, reason: reason + suffix };
  const isSecret = secret.includes(property.replace(/[.[].*$/s, ""));
  return { property: "", reason: `${property} ${isSecret ? withoutDetails(reason) : reason}${suffix}` };
}

const MAX_NAME_LENGTH = 63;

/**
 * The name of an object whose inputs have none. It follows from the resource, so it is the same in every run, and no second object is
 * created. A name that the stack's setting pulumi:autonaming proposes may be random: the object keeps its first one.
 */
function defaultName(
  { type }: Pick<AnyResource, "type">,
  urn: string,
  { name: recorded }: JsonObject,
  { organization = "", proposedName: proposed }: ResourceFacts,
): string | undefined {
  const kept = typeof recorded === "string" ? recorded : undefined;
  if (proposed !== undefined) return kept ?? proposed ?? undefined;
  // A resource that was moved or renamed in the program keeps its first name.
  if (kept !== undefined && /-[0-9a-f]{7}$/.test(kept)) return kept;
  // Two stacks of the same name in two organizations have the same URNs, and need different names.
  const suffix = digest(organization + urn, 7);
  const base = nameOf(urn)
    .replace(/[^a-zA-Z0-9._-]/g, "-")
    .replace(/^[^a-zA-Z0-9]+/, "")
    .slice(0, MAX_NAME_LENGTH - suffix.length - 1);
  return `${base || type.toLowerCase()}-${suffix}`;
}
