import { canonicalJson, type Json } from "../../sdk/src/util/json";
import { argumentsAt, type NamedScenario } from "../support/scenarios";
import type { ResourceState, TestResource } from "../support/test-resource";
import type { Environment } from "./environments";

interface Tolerance {
  /** The step was a refresh, so the object may differ from the declared inputs. */
  afterRefresh?: boolean;
  /** Texts that name the objects which may remain at the platform. */
  leftBehind?: string[];
}

/** The differences between the platform, the state and the declared inputs after a step. */
export async function differences(
  { platform, resource }: Pick<Environment, "platform" | "resource">,
  scenario: NamedScenario,
  step: string,
  { afterRefresh = false, leftBehind = [] }: Tolerance,
): Promise<string[]> {
  const { state, pendingDeletions } = resource;
  const pending = pendingDeletions.map(({ id }) => `${id} is not deleted yet`);
  const ownId = state && (scenario.idOf ?? (({ id }: ResourceState) => id))(state);
  const objects = Object.entries(scenario.objects(platform)).filter(
    ([id]) => id === ownId || !isNamed(id, leftBehind),
  );
  if (step === "delete") return [...pending, ...remains(scenario, state, objects)];
  if (!state) return [...pending, "the state is empty"];

  const args = argumentsAt(scenario, step);
  const expected = [[ownId, scenario.declared(args)]];
  const differs = !afterRefresh && textOf(objects) !== textOf(expected);
  return [
    ...pending,
    ...(differs ? [`the platform has ${textOf(objects)} instead of ${textOf(expected)}`] : []),
    ...(await staleState(resource, state)),
    ...(afterRefresh ? [] : await plannedChanges(resource, args)),
  ];
}

/** Whether one of the texts names the object. */
function isNamed(id: string, texts: string[]): boolean {
  return texts.some((text) => id.split("/").every((part) => text.includes(part)));
}

/** Differences after a deletion: the resource in the state, and objects that should be deleted. */
function remains(
  { keptOnDelete }: NamedScenario,
  state: ResourceState | undefined,
  objects: unknown[],
): string[] {
  return [
    ...(state ? [`the state has ${state.id}`] : []),
    ...(objects.length === (keptOnDelete ? 1 : 0) ? [] : [`the platform has ${textOf(objects)}`]),
  ];
}

/** How the state differs from the platform. */
async function staleState(resource: TestResource, state: ResourceState): Promise<string[]> {
  const live = await resource.readObject();
  const [actual, expected] = [state, live].map((one) => textOf(one && [one.id, shown(one.outputs)]));
  return [
    ...(actual === expected ? [] : [`the state has ${actual} instead of ${expected}`]),
    ...(state.initErrors ? [`the state has errors: ${state.initErrors}`] : []),
  ];
}

/** The outputs without the mark that a fault may leave: nobody sees it, and it decides nothing while the platform answers. */
function shown({ __unlisted: _, ...outputs }: ResourceState["outputs"]): object {
  return outputs;
}

async function plannedChanges(resource: TestResource, args: NamedScenario["first"]): Promise<string[]> {
  const step = await resource.preview(args);
  return step === "same" ? [] : [`the preview shows the step ${step}`];
}

function textOf(value: unknown): string {
  return canonicalJson((value ?? null) as Json);
}
