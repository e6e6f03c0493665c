import { afterEach, expect, test } from "@jest/globals";
import type { FaultRule, Simulator } from "../../simulator/src";
import { eventually } from "../support/command";
import { HOSTILE, hostileParts } from "../support/hostile-text";
import { KEY, NO_ROUTER, startPlatform } from "../support/platform";
import { FakeEngine, type MethodError, type Properties, ProviderProcess } from "../support/provider-process";
import { failureOf } from "../support/until";

// The engine prints everything that the process sends to it without changes: errors, reasons of partial failures,
// status lines and log lines.

const open: Array<() => unknown> = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface Setup {
  platform: Simulator;
  engine: FakeEngine;
  process: ProviderProcess;
}

async function start(...faults: FaultRule[]): Promise<Setup> {
  const platform = await startPlatform();
  open.push(() => platform.close());
  for (const fault of faults) platform.faults.add(fault);
  const engine = await FakeEngine.start();
  open.push(() => engine.shutDown());
  const process = await ProviderProcess.start({
    engine: engine.address,
    config: {
      "cloudplatform:apiKey": KEY,
      "cloudplatform:baseUrl": platform.url,
      "cloudplatform:minPollInterval": "20ms",
      "cloudplatform:maxRetries": "0",
    },
  });
  open.push(() => process.stop());
  return { platform, engine, process };
}

async function creationOf(type: string, process: ProviderProcess, args: Properties): Promise<MethodError> {
  const { inputs, failures } = await process.check({
    __provider: `exports.handler=()=>require("pulumi-cloudplatform/provider").${type}`,
    __urn: `urn:pulumi:dev::demo::pulumi-nodejs:dynamic/cloudplatform:${type}::it`,
    ...args,
  });
  expect(failures).toEqual([]);
  return failureOf<MethodError>(process.create(inputs));
}

const SHORT_TIMEOUT = { __timeouts: { create: "500ms" } };

const ROUTER = { projectId: 1, regionId: 2, name: "edge-router" };
const LIMITS = {
  description: "More",
  requestedLimits: { globalLimits: { projectCountLimit: 9 } },
  waitForDecision: true,
};

function expectPrintable(text: string): void {
  expect(hostileParts(text)).toEqual([]);
  expect(text.length).toBeLessThanOrEqual(16_001);
}

function expectNoHostileText({ engine }: Setup, { message, partial }: MethodError, text: string): void {
  expectPrintable(message);
  expect(message).toContain(text);
  for (const text of [partial?.id ?? "", ...(partial?.reasons ?? [])]) expectPrintable(text);
  for (const line of engine.lines) expectPrintable(line.message);
}

test("the state of a task that does not end, in status lines and in the error", async () => {
  const setup = await start({ fault: { kind: "texts", field: "state", text: HOSTILE }, method: "GET" });
  const failure = await creationOf("Router", setup.process, { ...ROUTER, ...SHORT_TIMEOUT });
  expectNoHostileText(setup, failure, "(last state: first ::error file=a.ts::owned");
  await eventually(() => setup.engine.lines.some(({ message }) => message.startsWith("first ::error")));
});

test("the status of an undecided request, in status lines", async () => {
  const setup = await start({ fault: { kind: "texts", field: "status", text: HOSTILE }, method: "GET" });
  const failure = await creationOf("QuotaLimitRequest", setup.process, { ...LIMITS, ...SHORT_TIMEOUT });
  expectNoHostileText(setup, failure, "was not decided");
  await eventually(() => setup.engine.lines.some(({ message }) => message.startsWith("first ::error")));
});

test("the id of a task: it is not a valid id, and Pulumi would print it as the id of the resource", async () => {
  const setup = await start({ fault: { kind: "texts", field: "tasks", text: HOSTILE }, method: "PATCH" });
  const { id: routerId } = setup.platform.routers.add({ projectId: 1, regionId: 2, name: "edge" });
  const failure = await creationOf("Router", setup.process, { ...ROUTER, routerId });
  expectNoHostileText(setup, failure, "(tasks.0: is not an id)");
  expect(failure.partial?.id).toBe(routerId);
});

test("the id of a router", async () => {
  const setup = await start({ fault: { kind: "texts", field: "id", text: HOSTILE }, method: "GET" });
  const { id: routerId } = setup.platform.routers.add({ projectId: 1, regionId: 2, name: "edge" });
  const failure = await creationOf("Router", setup.process, { ...ROUTER, routerId });
  expectNoHostileText(setup, failure, "(id: is not an id)");
});

test("the errors of read and delete, also in the output of the process", async () => {
  const { process } = await start({ fault: { kind: "status", code: 403, message: HOSTILE } });
  for (const failing of [process.read(NO_ROUTER, ROUTER), process.delete(NO_ROUTER, ROUTER)])
    expectPrintable((await failureOf<MethodError>(failing)).message);
  const { stdout, stderr } = await process.stop();
  expectPrintable(stdout + stderr);
});
