import { expect, test } from "@jest/globals";
import type { Fault } from "../../simulator/src";
import { eventually } from "../support/command";
import { HOSTILE, hostileParts } from "../support/hostile-text";
import { NO_ROUTER } from "../support/platform";
import type { MethodError, Properties } from "../support/provider-process";
import { failureOf } from "../support/until";
import { checked, useProcesses } from "./processes";

// The engine prints everything that the process sends to it without changes: errors, reasons of partial failures,
// status lines and log lines.

const { platformOf, startEngine, processOf } = useProcesses();

async function start(fault: Fault, method?: string) {
  const platform = await platformOf();
  platform.routers.add({ projectId: 1, regionId: 2, id: NO_ROUTER, name: "edge" });
  platform.faults.add({ fault, ...(method !== undefined && { method }) });
  const engine = await startEngine();
  return { engine, process: await processOf(platform, { engine: engine.address }) };
}

const ROUTER = { projectId: 1, regionId: 2, name: "edge-router" };
const REQUEST = {
  description: "More",
  requestedLimits: { globalLimits: { projectCountLimit: 9 } },
  waitForDecision: true,
};

function expectPrintable(text: string): void {
  expect(hostileParts(text)).toEqual([]);
  expect(text.length).toBeLessThanOrEqual(16_001);
}

/** A creation that fails, while a field of the replies to some requests has the text. */
async function creationWith(field: string, method: string, args: Properties, type = "Router") {
  const { engine, process } = await start({ kind: "texts", field, text: HOSTILE }, method);
  const inputs = await checked(process, args, type);
  const failure = await failureOf<MethodError>(process.create(inputs));
  const { id = "", reasons = [] } = failure.partial ?? {};
  for (const text of [failure.message, id, ...reasons]) expectPrintable(text);
  return { engine, failure };
}

test.each([
  [
    "the state of a task that does not end",
    "state",
    "Router",
    ROUTER,
    "(last state: first ::error file=a.ts::owned",
  ],
  ["the status of an undecided request", "status", "QuotaLimitRequest", REQUEST, "was not decided"],
])("%s, in status lines and in the error", async (_, field, type, args, error) => {
  const shortly = { ...args, __timeouts: { create: "3s" } };
  const { engine, failure } = await creationWith(field, "GET", shortly, type);
  expect(failure.message).toContain(error);
  await eventually(() => engine.lines.some(({ message }) => message.startsWith("first ::error")));
  for (const { message } of engine.lines) expectPrintable(message);
});

test.each([
  [
    "a task, which Pulumi would print as the id of the resource",
    "tasks",
    "PATCH",
    "(tasks.0: is not an id)",
    NO_ROUTER,
  ],
  ["a router", "id", "GET", "(id: is not an id)", undefined],
])("the id of %s", async (_, field, method, error, kept) => {
  const { engine, failure } = await creationWith(field, method, { ...ROUTER, routerId: NO_ROUTER });
  expect(failure.message).toContain(error);
  if (kept !== undefined) expect(failure.partial?.id).toBe(kept);
  for (const { message } of engine.lines) expectPrintable(message);
});

test("the errors of read and delete, also in the output of the process", async () => {
  const { process } = await start({ kind: "status", code: 403, message: HOSTILE });
  for (const failing of [process.read(NO_ROUTER, ROUTER), process.delete(NO_ROUTER, ROUTER)])
    expectPrintable((await failureOf<MethodError>(failing)).message);
  const { stdout, stderr } = await process.stop();
  expectPrintable(stdout + stderr);
});
