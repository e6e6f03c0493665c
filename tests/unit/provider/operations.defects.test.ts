import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { LogEvent, OperationEvent } from "../../../sdk/src/log/events";
import type { Change } from "../../../sdk/src/operation/resource";
import { version } from "../../../sdk/src/util/version";
import { TestClock } from "../../support/clock";
import { useTemporaryFolder } from "../../support/temporary-folder";
import { failureOf } from "../../support/until";
import { creationOf, KEY, type State, setting, setUp, type Thing } from "./thing";

// A defect of the package, in any method: what the user reads, and where its stack trace is.

const folder = useTemporaryFolder();
const logFile = () => join(folder.path, "run.jsonl");
const events = () =>
  readFileSync(logFile(), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LogEvent);
const ended = () => events().filter((event): event is OperationEvent => event.event === "operation");

const SECRET = "a-secret-label";

/** Fails as code with a defect does. The platform may have got a request. */
function defective(): never {
  const values = { label: `${SECRET} ${KEY}` } as { label: string; size?: { of: string } };
  throw new TypeError(`${values.label} has no size: ${values.size?.of}`);
}

const defectiveStep: Change<State> = setting({ label: "b" }, { send: async () => defective() });

const start = (parts: Partial<Thing>, settings = { logFile: logFile() }) =>
  setUp(parts, new TestClock(), settings);

const labelled = { size: 1, label: SECRET, __secret: ["label"] };

const MESSAGE = `TypeError: [secret] [api key] has no size: undefined (a defect of pulumi-cloudplatform ${version}) [unexpected-error]`;

test("a defect says that it is one, and that the log has its stack trace, without secrets", async () => {
  const { resource } = await start({ change: () => [defectiveStep] });
  await resource.up({ ...labelled, size: 1 });
  const error = await failureOf(resource.up({ ...labelled, label: `${SECRET}-2` }));
  const log = logFile();
  expect(error.message).toBe(
    `${MESSAGE}. The log ${log} has the stack trace: \`npx pulumi-cloudplatform log ${log}\` prints it. Report both.`,
  );
  expect(error.stack).toBe("");
  const event = ended().at(-1);
  expect(event).toMatchObject({ operation: "update", outcome: "partial", code: "unexpected-error" });
  expect(event?.stackTrace).toMatch(
    /^TypeError: \[secret\] .*\n +at defective \(.*operations\.defects\.test\.ts:\d+/,
  );
  for (const secret of [SECRET, KEY]) expect(readFileSync(log, "utf8")).not.toContain(secret);
});

test("without a log, a defect says how to get one", async () => {
  const { resource } = await setUp({ change: () => [defectiveStep] });
  await resource.up(labelled);
  const { message } = await failureOf(resource.up({ ...labelled, label: `${SECRET}-2` }));
  expect(message).toBe(
    `${MESSAGE}. Run again with the environment variable CLOUDPLATFORM_LOG=run.jsonl: the log then has the stack trace. Report both.`,
  );
});

test.each<[string, Partial<Thing>, string]>([
  ["check", { complete: defective }, "check"],
  ["create", { creation: (state) => ({ ...creationOf(state), step: defectiveStep }) }, "create"],
  ["delete", { removal: defective }, "delete"],
])("a defect in %s is logged with its stack trace", async (_, parts, operation) => {
  const { resource } = await start(parts);
  const error = await failureOf(resource.up(labelled).then(() => resource.destroy()));
  expect(error.message).toContain(MESSAGE);
  const event = ended().at(-1);
  expect(event).toMatchObject({ operation, code: "unexpected-error" });
  expect(event?.stackTrace).toMatch(/\n +at .*defective/);
});
