import { expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";

// The errors of typical first mistakes. Each is one complete sentence, and no request is sent.

const { platform, stack } = useDeployment();

const PLACE = "projectId: 1, regionId: 2";

test.each([
  [
    "a missing property",
    'new cloudplatform.Router("edge", { projectId: 1 } as cloudplatform.RouterArgs);',
    "regionId is required, and must be the number of a region: a whole number",
  ],
  [
    "a missing property of a list",
    `new cloudplatform.Router("edge", { ${PLACE}, routes: [{ nexthop: "10.0.0.1" }] } as cloudplatform.RouterArgs);`,
    'routes[0].destination is required, and must be a network in CIDR notation, such as "10.0.3.0/24"',
  ],
  [
    "a misspelled property",
    `new cloudplatform.Router("edge", { ${PLACE}, externalGateway_info: null } as cloudplatform.RouterArgs);`,
    'externalGateway_info is not a property of this resource; did you mean "externalGatewayInfo"?',
  ],
  [
    "a misspelled argument of a function",
    'cloudplatform.getTask({ task_id: "17" } as unknown as cloudplatform.GetTaskArgs);',
    'getTask: task_id is not a property of this function; did you mean "taskId"?',
  ],
  [
    "a misspelled argument of a Provider",
    'new cloudplatform.Provider("reseller", { apiKye: "12345678-key" });',
    'Provider "reseller": apiKye is not an argument of a Provider; did you mean "apiKey"? [unknown-provider-argument]',
  ],
  [
    "an invalid timeout",
    `new cloudplatform.Router("edge", { ${PLACE} }, { customTimeouts: { create: "ten minutes" } });`,
    'Router "edge": customTimeouts.create must be a duration, such as "10m" or "90s"',
  ],
])("%s", async (_, program, sentence) => {
  stack.program(program);
  const { output } = await failing(stack.preview());
  expect(output).toContain(sentence);
  expect(output).not.toMatch(/\bat .*\.js:\d+/);
  expect(platform.requests).toEqual([]);
});

test("a misspelled setting of the stack", async () => {
  await stack.configure({ config: { "cloudplatform:taskTimeuot": "10m" } });
  stack.program(`new cloudplatform.Router("edge", { ${PLACE} });`);
  const { output } = await failing(stack.preview());
  expect(output).toContain(
    'cloudplatform:taskTimeuot is not a setting of this package; did you mean "taskTimeout"? [unknown-setting]. ' +
      "Correct the name in the configuration of the stack, or remove the setting.",
  );
  expect(output).not.toMatch(/\bat .*\.js:\d+/);
  await stack.pulumi("config", "rm", "cloudplatform:taskTimeuot");
  await stack.preview();
});

test("a resource that is renamed without an alias", async () => {
  stack.program(`new cloudplatform.Router("edge", { ${PLACE}, name: "edge-router" });`);
  await stack.up();
  const [router] = platform.routers.all();
  stack.program(`new cloudplatform.Router("gateway", { ${PLACE}, name: "edge-router" });`);
  const { output } = await failing(stack.up());
  expect(output).toContain(
    `there is a router named "edge-router" in project 1, region 2 already: ${router?.id} [router-exists]`,
  );
  expect(output).toContain(
    'aliases: [{ name: "<old name>" }]  (a resource option) if you renamed its resource in the program',
  );
  expect(output).not.toMatch(/\bat .*\.js:\d+/);
  stack.program(
    `new cloudplatform.Router("gateway", { ${PLACE}, name: "edge-router" }, { aliases: [{ name: "edge" }] });`,
  );
  await stack.up("--expect-no-changes");
  expect(platform.routers.all()).toEqual([router]);
});
