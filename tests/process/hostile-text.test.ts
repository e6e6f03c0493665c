import { expect, test } from "@jest/globals";
import type { Fault } from "../../simulator/src";
import { eventually } from "../support/command";
import { HOSTILE, hostileParts } from "../support/hostile-text";
import { NO_ROUTER } from "../support/platform";
import type { MethodError } from "../support/provider-process";
import { failureOf } from "../support/until";
import { checked, useProcesses } from "./processes";

// The engine prints everything that the process sends to it without changes: errors, reasons of partial failures,
// status lines and log lines. tests/unit/platform/http/parse-reply.hostile-text.test.ts has the texts of other fields.

const { platformOf, startEngine, processOf } = useProcesses();

async function start(fault: Fault, method?: string) {
  const platform = await platformOf();
  platform.routers.add({ projectId: 1, regionId: 2, id: NO_ROUTER, name: "edge" });
  platform.faults.add({ fault, ...(method !== undefined && { method }) });
  const engine = await startEngine();
  return { engine, process: await processOf(platform, { engine: engine.address }) };
}

const ROUTER = { projectId: 1, regionId: 2, name: "edge-router" };
function expectPrintable(...texts: string[]): void {
  expect(texts.flatMap((text) => hostileParts(text))).toEqual([]);
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(16_001);
}

const textIn = (field: string): Fault => ({ kind: "texts", field, text: HOSTILE });
const message = `${HOSTILE} ${"long ".repeat(1_000_000)}`;

test.each<[what: string, fault: Fault, method: string, type: string, args: object, error: string]>([
  ["the state of a task", textIn("state"), "GET", "Router", ROUTER, "(last state: first ::error file=a.ts"],
  ["the error of a task", { kind: "task-error", message: HOSTILE }, "POST", "Router", ROUTER, "task failed"],
  ["a long reply", { kind: "status", code: 400, message }, "POST", "Router", ROUTER, "was answered 400"],
])("%s is plain text in status lines and in the error", async (_, fault, method, type, args, error) => {
  const { engine, process } = await start(fault, method);
  const inputs = await checked(process, { ...args, __timeouts: { create: "3s" } }, type);
  const { message, id, reasons } = await failureOf<MethodError>(process.create(inputs));
  expect(message).toContain(error);
  const isShown = () => engine.messages.some((line) => line.startsWith("first ::error"));
  if (fault.kind === "texts" && fault.field === "state") await eventually(isShown);
  expectPrintable(message, id ?? "", ...(reasons ?? []), ...engine.messages);
});

test("the errors of read and delete, and the output of the process, are plain text", async () => {
  const { process } = await start({ kind: "status", code: 403, message: HOSTILE });
  for (const failing of [process.read(NO_ROUTER, ROUTER), process.delete(NO_ROUTER, ROUTER)])
    expectPrintable((await failureOf<MethodError>(failing)).message);
  const { stdout, stderr } = await process.stop();
  expectPrintable(stdout + stderr);
});
