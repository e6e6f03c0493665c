import { z } from "zod";
import { isUnknown } from "../../lifecycle/inputs/validate";
import { nameOf, typeToken } from "../../pulumi/names";
import { type JsonObject, parseJson } from "../../util/json";
import { urnOfProvider } from "../stack-provider";
import { PREFLIGHT } from "./errors";

/** A resource before or after a step. */
export interface StepState {
  /** `<urn of the Provider>::<id of the Provider>` */
  provider?: string;
  /** Absent for an object that does not exist yet. */
  id?: string;
  /** Secret values are `SECRET`, values that only `up` computes are Pulumi's unknown value. */
  inputs: JsonObject;
  outputs: JsonObject;
}

/** One step of a preview. */
export interface PreviewStep {
  urn: string;
  /** The name of the resource in the program. */
  name: string;
  /** The class of this package, or the type token of another resource. */
  type: string;
  isOurs: boolean;
  isComponent?: true;
  op: Operation;
  /** `<urn of the Provider>::<id of the Provider>` */
  provider?: string;
  before?: StepState;
  after?: StepState;
  /** A replacement deletes the old object before it creates the new one. */
  deletesFirst: boolean;
  /** The option retainOnDelete of the old object. */
  isRetained?: true;
  /** The option deletedWith: the URN of the resource with which the old object is deleted. */
  deletedWith?: string;
  /** The names of the inputs that the program declares. A preview does not contain the values of all of them. */
  declared: string[];
  /** The inputs that the step changes, as Pulumi compares them. */
  changed: string[];
  /** URNs of the resources that this one needs: those of its properties, its dependencies, its parent and its Provider. */
  dependsOn: string[];
}

/** The Provider of the object that a step deletes. */
export function providerBefore({ before, provider }: PreviewStep): string | undefined {
  return before?.provider ?? provider;
}

/** Whether the step imports an object, with the resource option. */
export function isImported({ declared, after }: PreviewStep): boolean {
  return declared.includes("__import") || after?.inputs.__import !== undefined;
}

/** What `pulumi preview --json` prints. */
export interface Preview {
  project: string;
  stack: string;
  /** The configuration of the stack, without secret values. */
  config: Record<string, string>;
  /** How long the preview took. */
  milliseconds?: number;
  steps: PreviewStep[];
}

/** What Pulumi prints instead of a secret value. */
export const SECRET = "[secret]";

const OPERATIONS = [
  "same",
  "create",
  "update",
  "delete",
  "replace",
  "create-replacement",
  "delete-replaced",
  "read",
  "read-replacement",
  "refresh",
  "discard",
  "discard-replaced",
  "remove-pending-replace",
  "import",
  "import-replacement",
] as const;

export type Operation = (typeof OPERATIONS)[number];

export const CREATES: readonly Operation[] = ["create", "replace", "create-replacement"];
export const DELETES: readonly Operation[] = ["delete", "replace", "delete-replaced"];

/**
 * Whether the platform is asked about a step. The others change nothing, or are of other packages. An object that the program
 * reads has been read by the preview, unless its id was unknown.
 */
export function isChecked({ isOurs, op, after }: PreviewStep): boolean {
  const isChange = op === "update" || CREATES.includes(op) || DELETES.includes(op);
  return isOurs && (isChange || (op === "read" && isUnknown(after?.id)));
}

const Values = z.record(z.string(), z.unknown());

const State = z.looseObject({
  type: z.string(),
  custom: z.boolean().optional(),
  id: z.string().optional(),
  delete: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
  inputs: Values.optional(),
  outputs: Values.optional(),
  parent: z.string().optional(),
  provider: z.string().optional(),
  dependencies: z.array(z.string()).nullish(),
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
  deletedWith: z.string().optional(),
});

type State = z.infer<typeof State>;

const Step = z.looseObject({
  op: z.enum(OPERATIONS, { error: ({ input }) => `is the operation ${JSON.stringify(input)}` }),
  urn: z.string().regex(/^urn:pulumi:[^:]+::[^:]*::.+::/, { error: "is not a URN" }),
  provider: z.string().optional(),
  oldState: State.nullish(),
  newState: State.nullish(),
  diffReasons: z.array(z.string()).nullish(),
});

const Diagnostic = z.looseObject({ message: z.string().optional(), severity: z.string().optional() });

const Digest = z.looseObject({
  config: z.record(z.string(), z.string()).nullish(),
  steps: z.array(Step).nullish(),
  diagnostics: z.array(Diagnostic).nullish(),
  /** In nanoseconds. */
  duration: z.number().nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

/** Reads the output of `pulumi preview --json`. `source` names it in errors. */
export function parsePreview(text: string, source: string): Preview {
  const content = parseJson(text);
  if (content === undefined) throw PREFLIGHT.notAPreview.error({ source, problem: whyNotJson(text) });
  const { data, error } = Digest.safeParse(content);
  if (data === undefined) throw PREFLIGHT.notAPreview.error({ source, problem: firstIssue(error) });
  const failed = data.diagnostics?.find(({ severity }) => severity === "error");
  // Pulumi begins the message with the same words.
  const reason = failed?.message?.replace(/^(?:\s*error:|\s*preview failed:)*\s*/i, "") ?? "";
  if (failed) throw PREFLIGHT.previewFailed.error({ reason });
  if (!data.changeSummary && !data.steps)
    throw PREFLIGHT.notAPreview.error({ source, problem: "it has neither steps nor a summary of changes" });
  const steps = (data.steps ?? []).map(stepOf);
  const [, stack = "", project = ""] = /^urn:pulumi:(.+?)::(.*?)::/.exec(steps[0]?.urn ?? "") ?? [];
  const milliseconds = data.duration == null ? {} : { milliseconds: data.duration / 1e6 };
  return { stack, project, config: data.config ?? {}, ...milliseconds, steps };
}

/** Throws if a preview is of another project or stack than the user has chosen: its steps would be checked with other settings. */
export function requireSameStack(
  { project, stack }: Preview,
  source: string,
  chosen: { project: string | undefined; stack: string | undefined },
): void {
  // A preview has only the last part of `organization/project/stack`.
  const expected = { project: chosen.project || project, stack: chosen.stack?.replace(/^.*\//, "") ?? stack };
  if (stack === "" || (project === expected.project && stack === expected.stack)) return;
  const nameOfStack = (one: typeof expected) => `the stack ${one.stack} of the project ${one.project}`;
  const found = nameOfStack({ project, stack });
  throw PREFLIGHT.otherPreview.error({ source, found, expected: nameOfStack(expected) });
}

function whyNotJson(text: string): string {
  if (text.trim() === "") return "it is empty";
  if (!text.trimStart().startsWith("{")) return "it is not JSON";
  return /\}\s*\{/.test(text)
    ? "it is a stream of events, not one JSON document"
    : "its JSON is incomplete or damaged";
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "";
  const path = issue.path.join(".");
  return path === "" ? "it is not an object" : `${path} ${issue.message}`;
}

function stepOf(step: z.infer<typeof Step>): PreviewStep {
  const { op, urn, oldState, newState, diffReasons } = step;
  const state = (newState ?? oldState ?? { type: "" }) as State;
  const prefix = typeToken("");
  const isOurs = state.type.startsWith(prefix);
  const provider = step.provider ?? state.provider;
  return {
    urn,
    name: nameOf(urn),
    type: isOurs ? state.type.slice(prefix.length) : state.type,
    isOurs,
    ...(state.custom === false && { isComponent: true }),
    op,
    ...(provider !== undefined && { provider }),
    ...(oldState && { before: stateOf(oldState) }),
    ...(newState && { after: stateOf(newState) }),
    deletesFirst: op === "replace" && oldState?.delete !== true,
    ...(oldState?.retainOnDelete && { isRetained: true }),
    ...(oldState?.deletedWith && { deletedWith: oldState.deletedWith }),
    declared: Object.keys(state.propertyDependencies ?? {}),
    changed: diffReasons ?? [],
    dependsOn: dependenciesOf(state, provider),
  };
}

function stateOf({ id, provider, inputs = {}, outputs = {} }: State): StepState {
  return {
    ...(id && { id }),
    ...(provider && { provider }),
    inputs: inputs as JsonObject,
    outputs: outputs as JsonObject,
  };
}

function dependenciesOf(state: State, provider: string | undefined): string[] {
  const { dependencies, propertyDependencies, parent, deletedWith } = state;
  const all = [
    ...Object.values(propertyDependencies ?? {}).flatMap((urns) => urns ?? []),
    ...(dependencies ?? []),
    ...(parent ? [parent] : []),
    ...(deletedWith ? [deletedWith] : []),
    ...(provider ? [urnOfProvider(provider)] : []),
  ];
  return [...new Set(all)];
}

/** Whether `up` runs a step only after another one, on which it depends. */
export function isBefore(
  one: PreviewStep,
  other: PreviewStep,
  steps: ReadonlyMap<string, PreviewStep>,
): boolean {
  const needed = new Set(other.dependsOn);
  // The loop includes what it adds.
  for (const urn of needed) for (const next of steps.get(urn)?.dependsOn ?? []) needed.add(next);
  return needed.has(one.urn);
}
