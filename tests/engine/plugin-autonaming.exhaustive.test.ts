import { describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes } from "../support/platform";
import { counts, yaml } from "../support/stack";

// Names that Pulumi's setting proposes, with the real CLI, for stacks in Pulumi YAML.

const PLACE = { projectId: 1, regionId: 2 };

const router = (properties: object = {}) =>
  yaml({ resources: { edge: { type: "cloudplatform:Router", properties: { ...PLACE, ...properties } } } });

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
