import { expect, test } from "@jest/globals";
import { runCommand } from "../../../support/run-command";

test("a Pulumi.yaml that cannot be read is a problem, and the other checks run", async () => {
  const output = await runCommand(["doctor"], { files: { "Pulumi.yaml": "name: demo\nmain: a: b\n" } });
  expect(output).toMatch(/^problem {2}Pulumi\.yaml: .*Pulumi\.yaml is not YAML: .* \[invalid-yaml\]/m);
  expect(output).toMatch(/^ok {7}stack: its configuration can be read$/m);
});
