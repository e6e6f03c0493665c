import type { RequestRecord } from "../../simulator/src";
import { KEY } from "../support/platform";
import { SCENARIOS } from "../support/resource-fixtures";
import { argumentsAt, type NamedScenario } from "../support/scenarios";
import type { TestResource } from "../support/test-resource";
import { errorOf, type Outcome, type Row, ruleOf, type Which } from "./cells";
import { differences } from "./differences";
import { type Environment, type StartEnvironment, startInProcess } from "./environments";
import { problemsOfErrorText } from "./error-texts";
import type { Fault } from "./faults";
import { type RequestedOperation, requestedOperations } from "./requested-operations";

/** A step of a scenario, and the operation that gets a fault in it. */
interface Target extends RequestedOperation {
  scenario: NamedScenario;
  step: string;
  fault: Fault;
  which: Which;
}

const STEPS = ["create", "update", "replace", "refresh", "delete"];

/** The rows of all scenarios. `start` creates the environment in which a cell runs. */
export async function resourceRows(start: StartEnvironment = startInProcess): Promise<Row[]> {
  const rows: Row[] = [];
  for (const scenario of SCENARIOS)
    for (const step of STEPS.filter((each) => hasStep(scenario, each)))
      for (const operation of await operationsOf(scenario, step)) {
        const run: Row["run"] = (fault, which) =>
          runCell(start, { scenario, step, ...operation, fault, which });
        rows.push({ name: scenario.name, step, ...operation, run });
      }
  return rows;
}

function hasStep({ changes, without = [] }: NamedScenario, step: string): boolean {
  return !without.includes(step) && (changes[step] !== undefined || !["update", "replace"].includes(step));
}

/** The operations that the step requests without faults. */
async function operationsOf(scenario: NamedScenario, step: string): Promise<RequestedOperation[]> {
  const environment = await startInProcess(scenario);
  try {
    await prepareStep(environment, scenario, step);
    await runStep(environment.resource, scenario, step);
    return await requestedOperations(environment.platform);
  } finally {
    await environment.close();
  }
}

/** Does everything that comes before the step. */
async function prepareStep({ platform, prepare }: Environment, scenario: NamedScenario, step: string) {
  await prepare(async (resource) => {
    if (step !== "create") await resource.up(scenario.first);
  });
  scenario.before?.[step]?.(platform);
  platform.clearRequests();
}

async function runStep(resource: TestResource, scenario: NamedScenario, step: string): Promise<void> {
  if (step === "delete") return resource.destroy();
  if (step !== "refresh") return void (await resource.up(argumentsAt(scenario, step)));
  await resource.restart();
  await resource.refresh();
}

async function runCell(start: StartEnvironment, target: Target): Promise<Outcome> {
  const environment = await start(target.scenario);
  let output = "";
  const outcome = await evaluate(environment, target).finally(async () => {
    output = await environment.close();
  });
  if (output !== "") outcome.problems.push(`the provider process printed ${output}`);
  return outcome;
}

async function evaluate(environment: Environment, target: Target): Promise<Outcome> {
  const { scenario, step, fault } = target;
  await prepareStep(environment, scenario, step);
  const earlierLines = environment.logLines().length;
  const { error, happened, problems } = await runWithFault(environment, target);
  if (!happened)
    return { happened, problems: error ? [`the run failed without a fault: ${error.message}`] : [] };
  if (error) return { happened, problems: [...problems, ...(await nextRun(environment, target))] };

  await environment.resource.restart();
  const differing = await differences(environment, scenario, step, { afterRefresh: step === "refresh" });
  const logLines = environment.logLines().slice(earlierLines);
  if (differing.length > 0 && mayDoWithout(fault, step, logLines)) {
    // If every request gets such a reply, all objects seem to be missing.
    const leftBehind = fault.outage ? Object.keys(scenario.objects(environment.platform)) : [];
    const remaining = await nextRun(environment, target, [...logLines, ...leftBehind]);
    return { happened, problems: [...problems, ...remaining] };
  }
  const unmet = differing.map((each) => `the run succeeded, but ${each}`);
  return { happened, problems: [...problems, ...unmet, ...(await nextRun(environment, target))] };
}

/** Whether the run may end without error and without convergence: it may take an operation for missing. */
function mayDoWithout({ missingOperation, outage }: Fault, step: string, logLines: string[]): boolean {
  return missingOperation === true && (outage === true || logLines.length > 0 || step === "refresh");
}

/** Runs the step with the fault, and clears the fault. */
async function runWithFault(environment: Environment, target: Target) {
  const { scenario, step, fault, which } = target;
  const { faults, requests } = environment.platform;
  environment.configure(fault);
  faults.add(ruleOf(target, fault, which));
  const error = await errorOf(runStep(environment.resource, scenario, step));
  const happened = faults.fired().length > 0;
  const late = lateRequests([...requests], environment.timeout * (step === "replace" ? 2 : 1));
  faults.clear();
  environment.releaseTasks();
  environment.configure();
  const problems = [...(error ? problemsOfErrorText(error.message) : []), ...late, ...keyLeaks(environment)];
  return { error, happened, problems };
}

/** How long a run may search for an object that it may have created, after its timeout. */
const SEARCH_AFTER_TIMEOUT_MS = 15_000;

/** Changes after the timeout, and reads after the search that follows. */
function lateRequests(requests: RequestRecord[], timeout: number): string[] {
  const end = (requests[0]?.at ?? 0) + timeout;
  return requests
    .filter(({ at, method }) => at > (method === "GET" ? end + SEARCH_AFTER_TIMEOUT_MS : end))
    .map(({ at, method, path }) => `${method} ${path} was sent ${at - end} ms after the timeout`);
}

/** The state and the log must not contain the API key. */
function keyLeaks({ resource, logLines }: Environment): string[] {
  const text = JSON.stringify([resource.state ?? null, logLines()]);
  return text.includes(KEY) ? ["the state or the log contains the API key"] : [];
}

/**
 * The next run of a user, without faults. Returns what has not converged. `leftBehind` has texts that name the objects
 * which may remain at the platform.
 */
async function nextRun(environment: Environment, target: Target, leftBehind: string[] = []) {
  const { scenario, step } = target;
  const { resource } = environment;
  const mustRefresh = leftBehind.length > 0;
  const error = await errorOf(
    (async () => {
      await runStep(resource, scenario, step);
      if (mustRefresh && resource.state) await resource.refresh();
      if (resource.state && (mustRefresh || step === "refresh"))
        await resource.up(argumentsAt(scenario, step));
    })(),
  );
  if (error) return [`the next run failed: ${error.message}`];
  const differing = await differences(environment, scenario, step, { leftBehind });
  return differing.map((each) => `after the next run ${each}`);
}
