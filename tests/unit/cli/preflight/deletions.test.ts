import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { askAboutDeletions } from "../../../../sdk/src/cli/preflight/deletions";
import type { PulumiCli, StateResource } from "../../../../sdk/src/cli/pulumi";
import { NO_ENGINE } from "../../../../sdk/src/cli/reader";
import { Session } from "../../../../sdk/src/provider/session";
import type { PreviewFindings } from "../../../../sdk/src/pulumi/files/preview-findings";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator } from "../../../../simulator/src";
import { InProcessResource, MemoryRecordStore, startProcess } from "../../../support/in-process-resource";
import { KEY, NO_ROUTER, OFFICE, startPlatform } from "../../../support/platform";
import { previewStep, type StepOptions, secret, urnOf } from "../../../support/preview-step";
import { portOf } from "../../resources/router/setup";

// What the command `preflight` asks about the deletions of a preview, against the simulator.

const PROVIDER = "urn:pulumi:dev::demo::pulumi:providers:pulumi-nodejs::partner";
const PLACE = { projectId: 1, regionId: 2 };

let platform: Simulator;

beforeEach(async () => {
  platform = await startPlatform();
});
afterEach(() => platform.close());

interface Case {
  steps: StepOptions[];
  /** The outputs of the resources in the state, by the names of the resources. */
  state: Record<string, JsonObject>;
  provider?: JsonObject;
  found?: PreviewFindings[];
}

/** The findings of each deletion, by the name of the resource. */
async function findings({ steps, state, provider, found = [] }: Case): Promise<Record<string, string[]>> {
  const collected: PreviewFindings[] = [];
  const session = new Session({
    ...{ process: "command", engine: { ...NO_ENGINE, log() {} } },
    recordStore: new MemoryRecordStore(),
    collect: (finding) => collected.push(finding),
  });
  const resources: Partial<StateResource>[] = Object.entries(state).map(([name, outputs]) => {
    const step = steps.find((one) => one.name === name);
    return { urn: urnOf(name), id: step?.id ?? "", outputs };
  });
  const config = { "cloudplatform:apiKey": { value: KEY }, "cloudplatform:baseUrl": { value: platform.url } };
  const pulumi = {
    resources: async () => [...resources, ...(provider ? [{ urn: PROVIDER, inputs: provider }] : [])],
    config: async () => config,
  } as unknown as PulumiCli;
  await askAboutDeletions({ steps: steps.map(previewStep), found, pulumi, session });
  await session.accounts.close();
  const asked = collected.flatMap(({ step }) => step ?? []);
  return Object.fromEntries(
    asked.map(({ urn, findings: all }) => [
      urn.split("::").at(-1),
      all.map(({ level, text }) => `${level} ${text}`),
    ]),
  );
}

const addRouter = (more: object = {}) => platform.routers.add({ ...PLACE, name: "edge", ...more });
const outputs = (routerId: string, more: JsonObject = {}): JsonObject => ({
  ...{ ...PLACE, routerId, name: "edge", routes: [], interfaces: [] },
  ...more,
});

describe("a deletion", () => {
  const STAYS = "ok stays at the platform:";
  const CHANGED = "note name changed outside of Pulumi to";
  const network: StepOptions = { name: "network", op: "delete", isOurs: false };

  interface Deletion {
    live?: object;
    state?: JsonObject;
    step?: Partial<StepOptions>;
    others?: StepOptions[];
    id?: string;
  }

  test.each<[finding: string | undefined, deletion: Deletion]>([
    [undefined, {}],
    ["note the object does not exist any more: there is nothing to delete", { id: NO_ROUTER }],
    [`${CHANGED} "hotfix": \`up\` deletes the object all the same`, { live: { name: "hotfix" } }],
    [
      `${CHANGED} [secret]: \`up\` deletes the object all the same`,
      { live: { name: "hotfix" }, state: { name: secret("edge"), __secret: ["name"] } },
    ],
    [
      `note if the platform refuses to delete it, \`up\` tries again after detaching subnet ${OFFICE}`,
      { live: { interfaces: [portOf(OFFICE, "10.0.1.5")] }, state: { interfaces: [{ subnetId: OFFICE }] } },
    ],
    [`${STAYS} it was adopted (routerId)`, { state: { __declared: ["routerId"] } }],
    [`${STAYS} its option retainOnDelete is set`, { step: { isRetained: true } }],
    [
      `${STAYS} its option deletedWith names a resource that is deleted`,
      { step: { deletedWith: urnOf("network") }, others: [network] },
    ],
  ])("has the finding %s", async (finding, { live, state, step, others = [], id = addRouter(live).id }) => {
    const steps: StepOptions[] = [{ name: "edge", op: "delete", id, ...step }, ...others];
    const edge = finding === undefined ? [] : [finding];
    expect(await findings({ steps, state: { edge: outputs(id, state) } })).toEqual({ edge });
  });

  test("leaves the object that another resource of the run is", async () => {
    const { id } = addRouter();
    const found: PreviewFindings[] = [];
    const process = startProcess({ collect: (finding) => found.push(finding) });
    const other = new InProcessResource(handler, { baseUrl: platform.url, apiKey: KEY, process }, "other");
    await other.previewed({ ...PLACE, routerId: id });
    const steps: StepOptions[] = [{ name: "edge", op: "delete", id }];
    expect(await findings({ steps, state: { edge: outputs(id) }, found })).toEqual({
      edge: [`${STAYS} another resource of the stack is this object`],
    });
  });

  test("without the right to read is not checked, as `up` does not need the request", async () => {
    platform.faults.add("status:code=403@GET /cloud/*");
    const { id } = addRouter();
    const steps: StepOptions[] = [{ name: "edge", op: "delete", id }];
    expect(await findings({ steps, state: { edge: outputs(id) } })).toEqual({
      edge: [expect.stringMatching(/^unchecked .*403.*\[forbidden\]\. `up` does not need this request\.$/)],
    });
  });
});

describe("a deletion with a Provider", () => {
  const asked = (id: string, ...others: StepOptions[]) => {
    const deletion: StepOptions = { name: "edge", op: "delete", id, provider: `${PROVIDER}::1` };
    const provider = { "cloudplatform:apiKey": secret(KEY), "cloudplatform:baseUrl": platform.url };
    return findings({ steps: [deletion, ...others], state: { edge: outputs(id) }, provider });
  };

  test("uses the settings in the state, of which the key is secret", async () => {
    expect(await asked(addRouter({ name: "hotfix" }).id)).toEqual({
      edge: [expect.stringContaining("deletes the object all the same")],
    });
  });

  test("sends no request if the run changes the Provider: no key reaches a server for which it may not be", async () => {
    const type = "pulumi:providers:pulumi-nodejs";
    expect(await asked(addRouter().id, { name: "partner", type, isInternal: true, op: "update" })).toEqual(
      {},
    );
    expect(platform.requests).toEqual([]);
  });
});
