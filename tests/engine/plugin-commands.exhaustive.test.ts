import { expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { changes } from "../support/platform";
import { yaml } from "../support/stack";

// The commands of the package and of Pulumi, for a stack in Pulumi YAML.

const { platform, stack } = useDeployment({ taskTime: 0 }, { yaml: true });

const PLACE = { projectId: 1, regionId: 2 };

function declare(resources: Record<string, object>, options: object = {}): void {
  const all = Object.entries(resources).map(([name, properties]) => [
    name,
    { type: "cloudplatform:Router", properties: { ...PLACE, ...properties }, options },
  ]);
  stack.program(yaml({ resources: Object.fromEntries(all) }));
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

test("get reads an object by its id and state, and destroy leaves it", async () => {
  const { id } = platform.routers.add({ ...PLACE, name: "shared" });
  const resource = { type: "cloudplatform:Router", get: { id, state: PLACE } };
  stack.program(yaml({ resources: { shared: resource }, outputs: { name: "${shared.name}" } }));
  await stack.up();
  expect((await stack.outputs()).name).toBe("shared");
  await stack.destroy();
  expect(platform.routers.all().map(({ name }) => name)).toEqual(expect.arrayContaining(["shared"]));
});
