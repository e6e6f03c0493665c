import { describe, expect, test } from "@jest/globals";
import {
  jsonOf,
  type RecoveredOperation,
  type RecoverReport,
  textOf,
} from "../../../../sdk/src/cli/recover/report";
import type { Recovery } from "../../../../sdk/src/cli/recover/search";
import type { AnyResource } from "../../../../sdk/src/operation/resource";
import { handler as router } from "../../../../sdk/src/resources/router/handler";
import { HOSTILE, hostileParts } from "../../../support/hostile-text";
import { urnOf } from "../../../support/preview-step";

const CLEAR = "pulumi refresh --clear-pending-creates --yes --skip-preview --non-interactive";
const WINDOW = { from: Date.parse("2026-07-03T09:00:00Z"), until: Date.parse("2026-07-03T09:05:00Z") };

function operation(name: string, recovery?: Recovery, kind = "creating", lost: object = {}) {
  const { handler, known } = { handler: router as unknown as AnyResource, known: undefined };
  const own = { urn: urnOf(name), handler, known, kind, provider: undefined, inputs: { name: "an-input" } };
  return { operation: { ...own, ...lost }, ...(recovery && { recovery }) } as RecoveredOperation;
}

const CONTINUES: Recovery = {
  is: "continues",
  id: "r1",
  noun: "router",
  task: "t1",
  unfinished: { id: "r1" },
};
const UNCLEAR: Recovery = {
  ...{ is: "unclear", noun: "router", reason: "several were created in the time of the lost run" },
  candidates: [
    { id: "r2", path: "1/2/r2", createdAt: Date.parse("2026-07-03T09:01:00Z") },
    { id: "r3", path: "1/2/r3", createdAt: undefined },
  ],
};

const report = (...operations: RecoveredOperation[]): RecoverReport => ({
  ...{ stack: undefined, window: WINDOW, operations },
});
const linesOf = (one: RecoverReport) => textOf(one, 300).split("\n");

describe("the report", () => {
  test("says what becomes of each operation, what is unclear last, and what to do next", () => {
    const lines = linesOf(
      report(
        operation("twice", UNCLEAR),
        operation("edge", CONTINUES),
        operation("lab", { is: "creates" }),
        operation("alarm", { is: "repeats" }),
        operation("branch", undefined, "updating"),
        operation("former", undefined, "deleting"),
      ),
    );
    expect(lines).toEqual([
      "A run of this stack was lost. It has left 6 operations begun after 2026-07-03 09:00:00 UTC.",
      "",
      "continues  Router edge: the lost run has created router r1, which task t1 still creates or changes: `up` continues with it",
      "creates    Router lab: the platform has nothing of it: `up` creates it if the program declares it",
      "repeats    Router alarm: `up` sends the same request again, which changes nothing that exists",
      "pending    Router branch: `up` sends what differs from the state again",
      "pending    Router former: `up` or `destroy` deletes it again; if it is gone, that is no error",
      "unclear    Router twice: it is not certain that one of these is its router: several were created in the time of the lost run",
      "    r2, created 2026-07-03 09:01:00 UTC. If it is: npx pulumi-cloudplatform import 'twice=Router:1/2/r2'",
      "    r3. If it is: npx pulumi-cloudplatform import 'twice=Router:1/2/r3'",
      "",
      "What the program no longer has stays at the platform: declare it for one `pulumi up`, and then remove it.",
      `Next: decide what is unclear, or deploy the rest: pulumi up --continue-on-error --exclude-dependents --exclude '${urnOf("twice")}'`,
      `Then end Pulumi's warning: ${CLEAR}`,
    ]);
  });

  test("says that nothing is open if the state or the platform shows it, and what ends the pending operations", () => {
    const over = {
      ...report(operation("edge", { is: "done" }), operation("lab", { is: "creates" })),
      stack: "prod",
    };
    const window = { ...WINDOW, from: Number.POSITIVE_INFINITY };
    expect(linesOf({ ...over, window })).toEqual([
      "Nothing of a lost run is open. The state still has 2 pending operations.",
      "",
      "done       Router edge: the state has its object",
      "creates    Router lab: the platform has nothing of it: `up` creates it if the program declares it",
      "",
      `Next: ${CLEAR} --stack prod`,
    ]);
    expect(JSON.parse(jsonOf({ ...over, window }))).toMatchObject({ isOpen: false });
    // Without a later run that has succeeded, `up` comes first.
    expect(linesOf(over)[0]).toBe(
      "A run of this stack was lost. It has left 1 operation begun after 2026-07-03 09:00:00 UTC.",
    );
    expect(linesOf(over).slice(-2)).toEqual([
      "Next: pulumi up --refresh --stack prod",
      `Then end Pulumi's warning: ${CLEAR} --stack prod`,
    ]);
  });

  test("names inputs that the lost run was the first to declare, and how to remove what it has set", () => {
    const inputs = {
      routes: [{ destination: "10.0.0.0/8", nexthop: "10.1.1.1" }],
      interfaces: [],
      externalGatewayInfo: {},
      name: "edge",
    };
    const known = { outputs: { __declared: ["name"] } };
    const line = (more: object = {}, kind = "updating") =>
      linesOf(report(operation("edge", undefined, kind, { inputs, known, ...more })))[2];
    expect(line()).toBe(
      "pending    Router edge: `up` sends what differs from the state again. It was the first to declare externalGatewayInfo, routes",
    );
    const tail = linesOf(report(operation("edge", undefined, "updating", { inputs, known }))).slice(-2);
    expect(tail).toEqual([
      expect.stringMatching(/declare it for one `pulumi up`/),
      "Next: pulumi up --refresh",
    ]);
    expect(line({ known: { outputs: { __declared: ["externalGatewayInfo", "routes"] } } })).toMatch(/again$/);
    expect(line({}, "deleting")).not.toContain("routes");
    const json = jsonOf(report(operation("edge", undefined, "updating", { inputs, known })));
    expect(JSON.parse(json).operations).toMatchObject([{ first: ["externalGatewayInfo", "routes"] }]);
  });

  test("has the commands of the language, with the parent and the Provider", () => {
    const urn = "urn:pulumi:dev::demo::my:Office$cloudplatform:index:Router::edge";
    const parent = "urn:pulumi:dev::demo::my:Office::office";
    const provider = "urn:pulumi:dev::demo::pulumi:providers:cloudplatform::partner";
    const unclear = operation("", UNCLEAR, "creating", { urn, parent, provider: `${provider}::1` });
    expect(linesOf({ ...report(unclear), stack: "prod" })[3]).toBe(
      "    r2, created 2026-07-03 09:01:00 UTC. If it is: pulumi import --protect=false --generate-code=false --stack prod " +
        `--provider 'partner=${provider}' --parent 'office=${parent}' cloudplatform:index:Router 'edge' '1/2/r2'`,
    );
    const own = operation("edge", UNCLEAR, "creating", { parent });
    expect(linesOf(report(own))[3]).toContain(
      `npx pulumi-cloudplatform import --parent '${parent}' 'edge=Router:1/2/r2'`,
    );
    // An import cannot replace the object that the state has.
    const replacing = operation("edge", UNCLEAR, "creating", { known: { outputs: {} } });
    expect(linesOf(report(replacing))[3]).toMatch(/If it is: delete it at the platform$/);
  });

  test("as JSON has the results, and no input", () => {
    const text = jsonOf(report(operation("edge", CONTINUES), operation("twice", UNCLEAR)));
    expect(text).not.toContain("an-input");
    expect(JSON.parse(text)).toMatchObject({
      ...{ version: 1, isUnclear: true, from: "2026-07-03T09:00:00.000Z" },
      operations: [
        { urn: urnOf("edge"), operation: "creating", result: "continues", id: "r1", task: "t1" },
        {
          result: "unclear",
          candidates: [{ id: "r2", createdAt: "2026-07-03T09:01:00.000Z" }, { id: "r3" }],
        },
      ],
    });
  });

  test("cannot inject terminal codes or commands of a runner", () => {
    const reason = `task ${HOSTILE} may be creating it`;
    const unclear: Recovery = { is: "unclear", noun: "router", candidates: [], reason };
    const hostile = report(operation(HOSTILE, unclear), operation(HOSTILE, { ...CONTINUES, id: HOSTILE }));
    expect(hostileParts(textOf(hostile, 120))).toEqual([]);
    expect(hostileParts(jsonOf(hostile))).toEqual([]);
  });
});
