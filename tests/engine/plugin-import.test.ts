import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { useDeployment } from "../support/deployment";
import { changes, OFFICE } from "../support/platform";
import { yaml } from "../support/stack";
import { portOf } from "../unit/resources/router/setup";

// Imported routers of a stack in Pulumi YAML: what the program has never declared stays as it is, in all later runs.

const { platform, stack } = useDeployment({ taskTime: 0 }, { yaml: true });

const ROUTE = { destination: "10.0.9.0/24", nexthop: "10.0.1.9" };
const INTERFACES = [portOf(OFFICE, "10.0.1.5")];
const resources: Record<string, object> = {};

function declare(name: string, properties: object, options: object = {}): void {
  const declared = { projectId: 1, regionId: 2, name, ...properties };
  resources[name] = { type: "cloudplatform:Router", properties: declared, options };
  stack.program(yaml({ resources }));
}

test.each(["option import", "command import"] as const)("%s", async (way) => {
  const [name] = way.split(" ") as [string];
  const { id } = platform.routers.add({
    ...{ projectId: 1, regionId: 2, name },
    ...{ routes: [ROUTE], interfaces: INTERFACES },
  });
  const router = () => platform.routers.all().find((one) => one.id === id);
  if (way === "option import") {
    declare(name, {}, { import: `1/2/${id}` });
    await stack.up();
  } else {
    await stack.pulumi(
      ...["import", "cloudplatform:index:Router", name, `1/2/${id}`, "--yes", "--protect=false"],
    );
    declare(name, {});
  }
  await stack.refresh("--expect-no-changes");
  await stack.up("--expect-no-changes");
  await stack.up("--expect-no-changes", "--refresh");
  declare(name, { externalGatewayInfo: null });
  await stack.up();
  expect(router()).toMatchObject({ routes: [ROUTE], interfaces: INTERFACES });
  expect(changes(platform)).toEqual([]);
  // Inputs that were declared once are reset when they are left out.
  declare(name, { routes: [ROUTE] });
  await stack.up();
  declare(name, {});
  await stack.up();
  expect(router()).toMatchObject({ routes: [], interfaces: INTERFACES });
});

test("the program that the command prints leaves out defaults, and its preview is empty", async () => {
  platform.quotas.setThreshold(42, 80);
  await stack.pulumi(
    ...["import", "cloudplatform:index:QuotaNotificationThreshold", "early", "42"],
    ...["--yes", "--protect=false", "--out", "printed.yaml"],
  );
  const printed = parse(stack.read("printed.yaml"));
  expect(printed.resources.early.properties).toEqual({ clientId: 42 });
  stack.program(yaml({ resources: { ...resources, ...printed.resources } }));
  await stack.preview("--expect-no-changes");
  await stack.up("--expect-no-changes", "--refresh");
});
