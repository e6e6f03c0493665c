import { expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";

// What a new user reads after the first mistakes: one whole sentence each, and no request is sent.

const { platform, stack } = useDeployment();

const PLACE = "projectId: 1, regionId: 2";

test.each([
  [
    "a misspelt argument of a Provider",
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

test("a misspelt setting of the stack", async () => {
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
