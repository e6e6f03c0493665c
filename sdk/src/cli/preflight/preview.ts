import { z } from "zod";
import { isUnknown } from "../../operation/inputs/validate";
import { classOfToken, nameOf } from "../../pulumi/names";
import { parseJson } from "../../util/json";
import { PREFLIGHT } from "./errors";

/** One step of a preview. */
export interface PreviewStep {
  urn: string;
  /** The name of the resource in the program. */
  name: string;
  /** The class of this package, or the type token of another resource. */
  type: string;
  isOurs: boolean;
  /** The stack, a Provider or a component, which nothing is asked about. */
  isInternal: boolean;
  op: Operation;
  /** `<urn of the Provider>::<id of the Provider>`: that of the old object for a deletion, and else that of the new one. */
  provider: string | undefined;
  /** The id of the old object, or of the object that the program reads. */
  id: string | undefined;
  /** The id of the object that the state had before the refresh of the run, and that does not exist any more. */
  goneId?: string | undefined;
  /** A replacement deletes the old object before it creates the new one. */
  deletesFirst: boolean;
  /** The option retainOnDelete of the old object. */
  isRetained: boolean;
  /** The option deletedWith: the URN of the resource with which the old object is deleted. */
  deletedWith: string | undefined;
  /** Where the program declares the resource, if Pulumi says so. */
  position: Position | undefined;
}

/** A place in a file of the project. Lines and columns count from 1. */
export interface Position {
  /** Relative to the folder of the project. */
  file: string;
  line: number;
  column: number;
}

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

/** What a step does with objects. A replacement does both. */
export function operationsOf(step: PreviewStep): Array<"create" | "update" | "delete"> {
  const { op } = step;
  if (op === "update") return ["update"];
  if (op === "replace") return ["create", "delete"];
  if (op === "create" || op === "create-replacement") return ["create"];
  return isDeletion(step) ? ["delete"] : [];
}

/** Whether the step only deletes an object. */
export function isDeletion({ op }: PreviewStep): boolean {
  return op === "delete" || op === "delete-replaced";
}

/** Whether the platform can be asked about the step. The others change nothing, or are of other packages. */
export function isChecked(step: PreviewStep): boolean {
  return step.isOurs && (operationsOf(step).length > 0 || isLateRead(step));
}

/** Whether the step reads an object whose id only `up` knows. The preview has read the others. */
export function isLateRead({ isOurs, op, id }: PreviewStep): boolean {
  return isOurs && op === "read" && isUnknown(id);
}

const State = z.looseObject({
  type: z.string(),
  custom: z.boolean().optional(),
  id: z.string().optional(),
  delete: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
  provider: z.string().optional(),
  deletedWith: z.string().optional(),
  sourcePosition: z.string().optional(),
});

type State = z.infer<typeof State>;

const Step = z.looseObject({
  op: z.enum(OPERATIONS, { error: ({ input }) => `is the operation ${JSON.stringify(input)}` }),
  urn: z.string().regex(/^urn:pulumi:[^:]+::[^:]*::.+::/, { error: "is not a URN" }),
  provider: z.string().optional(),
  oldState: State.nullish(),
  newState: State.nullish(),
});

const Diagnostic = z.looseObject({ message: z.string().optional(), severity: z.string().optional() });

const Digest = z.looseObject({
  steps: z.array(Step).nullish(),
  diagnostics: z.array(Diagnostic).nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

/** Reads the output of `pulumi preview --json`. */
export function parsePreview(text: string): PreviewStep[] {
  const content = parseJson(text);
  if (content === undefined) throw PREFLIGHT.notAPreview.error({ problem: whyNotJson(text) });
  const { data, error } = Digest.safeParse(content);
  if (data === undefined) throw PREFLIGHT.notAPreview.error({ problem: firstIssue(error) });
  const failed = data.diagnostics?.find(({ severity }) => severity === "error");
  // Pulumi begins the message with the same words.
  const reason = failed?.message?.replace(/^(?:\s*error:|\s*preview failed:)*\s*/i, "") ?? "";
  if (failed) throw PREFLIGHT.previewFailed.error({ reason });
  if (!data.changeSummary && !data.steps)
    throw PREFLIGHT.notAPreview.error({ problem: "it has neither steps nor a summary of changes" });
  // With --refresh, each resource has a step that only reads its object, and one that shows what the run does.
  const steps = (data.steps ?? []).map(stepOf);
  const refreshed = new Map(steps.flatMap(({ op, urn, id }) => (op === "refresh" ? [[urn, id]] : [])));
  return steps
    .filter(({ op }) => op !== "refresh")
    .map((step) => (step.op === "create" ? { ...step, goneId: refreshed.get(step.urn) } : step));
}

/** The name of the stack. */
export function stackOf(steps: readonly PreviewStep[]): string {
  return /^urn:pulumi:(.+?)::/.exec(steps[0]?.urn ?? "")?.[1] ?? "";
}

function whyNotJson(text: string): string {
  if (text.trim() === "") return "it is empty";
  return text.trimStart().startsWith("{") ? "its JSON is incomplete or damaged" : "it is not JSON";
}

function firstIssue({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join(".");
  return path ? `${path} ${issue?.message}` : "it is not an object";
}

function stepOf({ op, urn, oldState, newState, ...step }: z.infer<typeof Step>): PreviewStep {
  const state = (newState ?? oldState ?? { type: "" }) as State;
  const ofOurs = classOfToken(state.type);
  const provider = step.provider ?? state.provider;
  return {
    urn,
    name: nameOf(urn),
    type: ofOurs ?? state.type,
    isOurs: ofOurs !== undefined,
    isInternal: state.custom === false || state.type.startsWith("pulumi:providers:"),
    op,
    provider: newState === undefined || newState === null ? (oldState?.provider ?? provider) : provider,
    id: oldState?.id ?? newState?.id,
    deletesFirst: op === "replace" && oldState?.delete !== true,
    isRetained: oldState?.retainOnDelete ?? false,
    deletedWith: oldState?.deletedWith,
    position: parsePosition(newState?.sourcePosition),
  };
}

/** Such as `project:///index.ts#3,1`. */
function parsePosition(text = ""): Position | undefined {
  const [, path, line, column = "1"] = /^project:\/\/\/(.+)#(\d+)(?:,(\d+))?$/.exec(text) ?? [];
  return path && line ? { file: decodeURI(path), line: Number(line), column: Number(column) } : undefined;
}
