import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { eventually } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { CREATE, changes, KEY, NETWORK } from "../support/platform";
import { yaml } from "../support/stack";

// The commands of the package and of Pulumi, for a stack in Pulumi YAML.

const { platform, stack } = useDeployment({ taskTime: "manual" }, { yaml: true });

const PLACE = { projectId: 1, regionId: 2 };
const SECRET = "router-that-nobody-may-see";

function declare(resources: Record<string, object>, options: object = {}): void {
  const all = Object.entries(resources).map(([name, properties]) => [
    name,
    { type: "cloudplatform:Router", properties: { ...PLACE, ...properties }, options },
  ]);
  stack.program(yaml({ resources: Object.fromEntries(all) }));
}

/** Runs a command while the platform finishes every task. */
function whileTasksFinish<T>(running: Promise<T>): Promise<T> {
  const worker = setInterval(() => platform.tasks.finish(), 50);
  return running.finally(() => clearInterval(worker));
}

test("preflight prints what up would meet, and doctor has no problem", async () => {
  const taken = platform.routers.add({ ...PLACE, name: "taken" });
  declare({ edge: { name: "edge" }, taken: { name: "taken" } });
  const { code, stdout } = await packageCommand(stack, ["preflight", "--json"]);
  expect(code).toBe(1);
  const steps: Array<{ name: string }> = JSON.parse(stdout).steps;
  expect(steps.sort((one, other) => (one.name < other.name ? -1 : 1))).toMatchObject([
    { name: "edge", type: "Router" },
    { name: "taken", type: "Router", findings: [{ level: "fails", code: "router-exists" }] },
  ]);
  expect(changes(platform)).toEqual([]);
  platform.routers.delete(taken.id);
  expect((await packageCommand(stack, ["doctor"])).stdout).not.toMatch(/^problem/m);
});

test("recover continues the creation of a run that was killed on another machine", async () => {
  stack.env.CLOUDPLATFORM_LOG = join(stack.folder, "run.jsonl");
  declare({ edge: { name: SECRET } });
  const run = await stack.begin("up", "--yes", "--skip-preview");
  await eventually(() => platform.tasks.pending().length > 0);
  for (const { pid } of stack.processes()) process.kill(pid, "SIGKILL");
  run.child.kill("SIGKILL");
  await run.ended;
  rmSync(join(stack.env.PULUMI_HOME ?? "", "cloudplatform"), { recursive: true, force: true });
  await stack.pulumi("cancel", "--yes");
  const { stdout } = await packageCommand(stack, ["recover", "--json"]);
  expect(JSON.parse(stdout).operations).toMatchObject([{ type: "Router", result: "continues" }]);
  await whileTasksFinish(stack.up());
  expect(platform.count(CREATE)).toBe(1);
  expect((await stack.router()).id).toBe(platform.routers.all()[0]?.id);
});

test("the log names the stack and its resources, and has no key", async () => {
  const text = readFileSync(join(stack.folder, "run.jsonl"), "utf8");
  expect(text).not.toContain(KEY);
  const { stdout } = await packageCommand(stack, ["log", "run.jsonl"]);
  expect(stdout).toMatch(/demo\/dev/);
  expect(stdout).toMatch(/edge/);
});

test("pulumi import prints a program without defaults that shows no change", async () => {
  const { id } = platform.routers.add({
    ...PLACE,
    name: "branch",
    external_gateway_info: { network_id: NETWORK, enable_snat: true, external_fixed_ips: [] },
  });
  const { stdout } = await stack.pulumi(
    ...["import", "cloudplatform:index:Router", "branch", `1/2/${id}`, "--yes", "--protect=false"],
  );
  const program = stdout.slice(stdout.lastIndexOf("resources:"));
  expect(program).toContain("type: cloudplatform:Router");
  expect(program).toContain(`networkId: ${NETWORK}`);
  expect(program).not.toMatch(/routes|interfaces|routerId/);
  stack.program(
    program.replace(
      "resources:\n",
      `resources:\n  edge: ${JSON.stringify({ type: "cloudplatform:Router", properties: { ...PLACE, name: SECRET } })}\n`,
    ),
  );
  await stack.up("--expect-no-changes");
});

test("the option import adopts an object: inputs that differ are changed, and others stay as they are", async () => {
  const gateway = { network_id: NETWORK, enable_snat: true, external_fixed_ips: [] };
  const { id } = platform.routers.add({ ...PLACE, name: "office", external_gateway_info: gateway });
  const options = { import: `1/2/${id}`, retainOnDelete: true };
  declare({ office: { name: "office-2" } }, options);
  const { stdout } = await stack.preview("--target", "**::office", "--diff");
  expect(stdout).toMatch(/name *: "office" => "office-2"/);
  expect(stdout).not.toMatch(/- *externalGatewayInfo/);
  await whileTasksFinish(stack.up("--target", "**::office"));
  expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { name: "office-2" }]]);
  await stack.up("--target", "**::office", "--expect-no-changes");
});

test("get reads an object by its id and state, and destroy leaves it", async () => {
  const { id } = platform.routers.add({ ...PLACE, name: "shared" });
  const resource = { type: "cloudplatform:Router", get: { id, state: PLACE } };
  stack.program(yaml({ resources: { shared: resource }, outputs: { name: "${shared.name}" } }));
  await whileTasksFinish(stack.up());
  expect((await stack.outputs()).name).toBe("shared");
  await whileTasksFinish(stack.destroy());
  expect(platform.routers.all().map(({ name }) => name)).toEqual(expect.arrayContaining(["shared"]));
});
