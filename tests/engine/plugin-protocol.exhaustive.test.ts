import { beforeAll, describe, expect, test } from "@jest/globals";
import { eventually, failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { DoCommand } from "../support/do-command";
import { changes, KEY } from "../support/platform";
import { counts, yaml } from "../support/stack";

// What the plugin serves of the newer protocol of providers, with the real CLI, for stacks in Pulumi YAML.

const PLACE = { projectId: 1, regionId: 2 };

const router = (properties: object = {}) =>
  yaml({ resources: { edge: { type: "cloudplatform:Router", properties: { ...PLACE, ...properties } } } });

describe("the function that acts", () => {
  const { platform, stack } = useDeployment({ issuanceTime: "manual" }, { yaml: true });
  const RETRY = "POST /cdn/sslData/321/force-retry";
  const invoke = { function: "cloudplatform:forceRetryCertificate", arguments: { certId: 321 } };

  beforeAll(() => {
    platform.certificates.add({ id: 321, state: "failed" });
    stack.program(
      yaml({ variables: { retry: { "fn::invoke": invoke } }, outputs: { outcome: "${retry.outcome}" } }),
    );
  });

  test("sends nothing in a preview, and has no outcome there", async () => {
    const { stdout } = await stack.preview();
    expect([changes(platform), stdout.includes("started")]).toEqual([[], false]);
  });

  test("is sent once by an up with its preview", async () => {
    await stack.pulumi("up", "--yes");
    expect(changes(platform).map(([call]) => call)).toEqual([RETRY]);
    expect(await stack.outputs()).toEqual({ outcome: "started" });
  });
});

describe("a change that failed half-way", () => {
  const { platform, stack } = useDeployment({ taskTime: "manual" }, { yaml: true });

  /** Runs a command while the platform finishes every task. */
  async function whileTasksFinish<T>(running: Promise<T>): Promise<T> {
    const worker = setInterval(() => platform.tasks.finish(), 50);
    return running.finally(() => clearInterval(worker));
  }

  test("is repaired by a plain up, which looks at the object first", async () => {
    stack.program(router({ name: "edge" }));
    await whileTasksFinish(stack.up());
    stack.program(router({ name: "office" }));
    const failed = failing(stack.up());
    await eventually(() => platform.tasks.pending().length > 0);
    const [task] = platform.tasks.pending();
    platform.tasks.fail(task?.id ?? "", "No capacity");
    expect((await failed).output).toContain("No capacity");
    // Meanwhile, somebody has deleted the router.
    const [edge] = platform.routers.all();
    platform.routers.delete(edge?.id ?? "");
    platform.clearRequests();
    await whileTasksFinish(stack.up());
    expect(changes(platform)).toEqual([["POST /cloud/v1/routers/1/2", { name: "office" }]]);
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 2 });
  });

  test("asks for no refresh once it has succeeded", async () => {
    platform.clearRequests();
    await stack.up();
    expect(platform.requests).toEqual([]);
  });
});

describe("the setting pulumi:autonaming", () => {
  const { platform, stack } = useDeployment({ taskTime: 0 }, { yaml: true });
  const names = () => platform.routers.all().map(({ name }) => name);

  test("gives a router without a name the one that it proposes, for good", async () => {
    await stack.configure({ config: { "pulumi:autonaming.pattern": "${stack}-${name}-${alphanum(6)}" } });
    stack.program(router());
    await stack.up();
    const [name] = names();
    expect(names()).toEqual([expect.stringMatching(/^dev-edge-[a-z0-9]{6}$/)]);
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 2 });
    expect(names()).toEqual([name]);
    await stack.destroy();
  });

  test("gives it the name of the resource in mode verbatim", async () => {
    stack.unset("pulumi:autonaming");
    await stack.configure({ config: { "pulumi:autonaming.mode": "verbatim" } });
    await stack.up();
    expect(names()).toEqual(["edge"]);
    await stack.destroy();
  });

  test("needs a name in the program in mode disabled, before any request", async () => {
    stack.unset("pulumi:autonaming");
    await stack.configure({ config: { "pulumi:autonaming.mode": "disabled" } });
    platform.clearRequests();
    expect((await failing(stack.preview())).output).toMatch(/name is required/);
    expect(changes(platform)).toEqual([]);
  });
});

describe("from a list to a program", () => {
  const { platform, stack } = useDeployment({ taskTime: 0 }, { yaml: true });

  test("what pulumi import has taken into a stack, a program in TypeScript takes over unchanged", async () => {
    platform.routers.add({ ...PLACE, name: "office" });
    stack.program("");
    const settings = { CLOUDPLATFORM_BASE_URL: platform.url, CLOUDPLATFORM_API_KEY: KEY };
    const command = new DoCommand(stack, settings);
    const listed = await command.json("Router", "list", "--project-id", "1", "--region-id", "2");
    const [{ id, name }] = listed as [{ id: string; name: string }];
    await stack.pulumi("import", "cloudplatform:index:Router", name, id, "--yes", "--protect=false");
    stack.write("Pulumi.yaml", "name: demo\nruntime: { name: nodejs, options: { typescript: false } }\n");
    const inputs = '{ projectId: 1, regionId: 2, name: "office" }';
    const library = 'require("pulumi-cloudplatform")';
    stack.write("index.js", `new (${library}.Router)("office", ${inputs});\n`);
    expect(counts(await stack.preview("--expect-no-changes"))).toEqual({ unchanged: 2 });
    await stack.up();
    expect(changes(platform)).toEqual([]);
    command.remove();
  });
});
