import { type CheckFailure, INPUTS } from "../../errors/inputs";
import { uniqueKeysOf } from "../../lifecycle/creation";
import { containsUnknown, isUnknown, validate, withoutDetails } from "../../lifecycle/inputs/validate";
import { declaredPaths } from "../../lifecycle/properties";
import type { AnyResource, Hints } from "../../lifecycle/resource";
import { digest } from "../../util/digest";
import { canonicalJson, isObject, type JsonObject, omitNullish } from "../../util/json";
import { secretMask } from "../../util/secrets";
import { messageOf } from "../../util/text";
import { nameOf } from "../names";
import { type CodedFailure, importFailures, readExisting } from "./existing";
import type { Operations } from "./operations";
import type { PreviewQuestions } from "./preview-questions";
import type { Registration } from "./registrations";
import type { ResourceAccount } from "./resource-account";
import type { Session } from "./session";
import { type Hidden, type SplitProperties, split, storedOptions, storedTimeouts } from "./state";

export interface CheckResult {
  inputs: JsonObject;
  failures: CheckFailure[];
}

/** Checks the inputs of one resource type, and registers its resources. */
export class ResourceCheck {
  constructor(
    private readonly resource: AnyResource,
    private readonly session: Session,
    private readonly account: ResourceAccount,
    private readonly operations: Operations,
    private readonly questions: PreviewQuestions,
  ) {}

  async check(olds: JsonObject, news: JsonObject): Promise<CheckResult> {
    const { own, hidden } = split(news);
    const { __urn: urn, __secret: secret } = hidden;
    this.session.keyOwner = hidden.__account;
    if (hidden.__records) this.session.recordStore.moveTo(hidden.__records);
    const before = split(olds);
    const isNew = Object.keys(olds).length === 0;
    const { inputs, failures } = checkInputs(this.resource, before.own, own, hidden);
    const problems = this.account.problems();
    this.account.log?.start(urn, hidden.__org);
    const isValid = failures.length === 0 && problems.length === 0;
    const found = [
      ...failures,
      ...(isValid ? this.duplicates(inputs, urn, isNew) : []),
      ...(isValid && isNew ? await this.differences(inputs, hidden) : []),
    ];
    const all = [
      ...problems.map((reason) => ({ property: "", reason })),
      ...found.map((failure) => printable(failure, inputs, secret)),
    ];
    if (all[0]) this.log(all[0], hidden, inputs);
    // The replacement of a resource is checked like a new resource, and then the object that diff has seen may be deleted.
    if (isNew && urn) this.session.ownership.release(urn);
    const [registration, stored] = this.register(inputs, hidden, before, isNew);
    if (!all[0] && isNew && registration) await this.creates(registration, inputs);
    return { inputs: stored, failures: all };
  }

  /** The creation continues what an earlier run has begun. In a preview, asks what it would find. */
  private async creates(registration: Registration, inputs: JsonObject): Promise<void> {
    const { urn, hidden, replacement } = registration;
    const { __preview: preview, __import: importId, __secret: secret } = hidden;
    const previous = this.account.begunBefore(registration);
    if (preview === undefined) return;
    const operation = "create";
    if (importId !== undefined) {
      // The object was compared with the inputs.
      const uses = this.account.objectKey(importId, inputs);
      this.session.collect?.({ step: { urn, operation, findings: [] }, uses });
      return;
    }
    const complete = this.account.withSettings(inputs);
    // Pulumi deletes no object that was adopted or is retained.
    const isDeleted = replacement === undefined || replacement.replaced !== undefined;
    const deletesFirst = preview === "deletesFirst" && isDeleted;
    const creation = { inputs: complete, previous, former: replacement?.former, deletesFirst };
    await this.questions.ask({ urn, operation, secret, values: [inputs] }, (preview) =>
      preview.creation(creation),
    );
  }

  private log(
    { property, reason }: CheckFailure,
    { __urn: urn, __secret }: Hidden,
    inputs: JsonObject,
  ): void {
    const mask = secretMask(__secret, inputs);
    // Values in the sentence may look like a code, which is after them.
    const code = reason.match(/(?<=\[)[a-z-]+(?=\])/g)?.at(-1) ?? INPUTS.invalid.code;
    const log = this.account.log?.operation({ operation: "check", type: this.resource.type, urn, mask });
    log?.refused(code, `${property} ${reason}`);
  }

  /** Registers the resource. Returns the inputs to store: transient inputs stay in this process. */
  private register(
    inputs: JsonObject,
    hidden: Hidden,
    before: SplitProperties,
    isNew: boolean,
  ): [Registration | undefined, JsonObject] {
    const { __urn: urn, __secret: secret } = hidden;
    if (urn === undefined) return [undefined, { ...inputs, ...storedOptions(hidden) }];
    const { registrations } = this.session;
    const { type, properties } = this.resource;
    const [transient, stored] = this.partition(inputs, secret);
    const isRepeated = !isNew && asCompared(this.partition(before.own, secret)[1]) === asCompared(stored);
    const replacement = isNew ? registrations.of(urn)?.replacement : undefined;
    const declaredBefore = declaredPaths(before.hidden.__imported ? inputs : before.own, properties);
    const registration: Registration = { urn, hidden, isRepeated, declaredBefore, transient, replacement };
    const plain = { ...stored, ...storedTimeouts(hidden) };
    const isTaken = (registrations.find(type, plain) ?? registration).urn !== urn;
    const distinct = isTaken ? { ...plain, __key: digest(urn, 12) } : plain;
    registrations.add(type, distinct, registration);
    return [registration, distinct];
  }

  /** A secret input is stored, as the engine marks an output as secret by the input of the same name. */
  private partition(inputs: JsonObject, secret: string[] = []): [transient: JsonObject, stored: JsonObject] {
    const [transient, stored]: [JsonObject, JsonObject] = [{}, {}];
    for (const [name, value] of Object.entries(inputs))
      (this.resource.properties[name]?.transient && !secret.includes(name) ? transient : stored)[name] =
        value;
    return [transient, stored];
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
  private async differences(inputs: JsonObject, hidden: Hidden): Promise<CodedFailure[]> {
    const { __import: id } = hidden;
    if (id === undefined) return [];
    const request = { kind: "read" as const, before: { own: inputs, hidden } };
    try {
      const { state } = await this.operations.run(request, ({ reader }) =>
        readExisting(this.resource, id, inputs, reader),
      );
      return importFailures(this.resource.properties, state, inputs);
    } catch (error) {
      return [{ property: "", reason: messageOf(error) }];
    }
  }
}

/** Equal for inputs that are equal for the engine, which takes a null in an object for a missing value. */
function asCompared(inputs: JsonObject): string {
  const withoutNulls = (_key: string, value: unknown) => (isObject(value) ? omitNullish(value) : value);
  return canonicalJson(JSON.parse(JSON.stringify(inputs, withoutNulls)));
}

/** The completed inputs, and all of their errors. */
export function checkInputs(
  handler: Pick<AnyResource, "inputs" | "complete">,
  before: JsonObject,
  declaredInputs: JsonObject,
  hidden: Hidden,
): { inputs: JsonObject; failures: CheckFailure[] } {
  const inputs =
    hidden.__urn && !isUnknown(hidden.__urn)
      ? (handler.complete?.(declaredInputs, hints(hidden.__urn, before, hidden)) ?? declaredInputs)
      : declaredInputs;
  return { inputs, failures: validate(handler.inputs, inputs) };
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

/** Two stacks of the same name in two organizations have the same URNs, and need different names. */
function hints(urn: string, before: JsonObject, { __org = "", __name: proposed }: Hidden): Hints {
  return { logicalName: nameOf(urn), suffix: digest(__org + urn, 7), before, proposed };
}
