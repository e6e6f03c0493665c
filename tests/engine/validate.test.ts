import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { counts } from "../support/stack";

// `pulumi-cloudplatform validate`, with stack files that the real CLI writes and runs.

const { platform, stack } = useDeployment({}, { secrets: { oncall: "nobody-sees-this@example.com" } });

const ENTRIES = `config:
  cloudplatform:routers:
    edge: { projectId: 1, regionId: 2, name: edge-router }
  cloudplatform:resellerNotificationSettings:
    logins: { resellerId: 8, email: "\${config.oncall}", notificationType: failed_login }
`;

const set = (...args: string[]) => stack.pulumi("config", "set", "--path", ...args);

test("a file is valid that the preview accepts, with its secrets", async () => {
  stack.write("index.js", 'module.exports = require("pulumi-cloudplatform/stack");\n');
  const settings = readFileSync(join(stack.folder, "Pulumi.dev.yaml"), "utf8");
  stack.write(
    "Pulumi.dev.yaml",
    settings.replace("config:\n", () => ENTRIES),
  );
  await set("--secret", "cloudplatform:routers.edge.name", "edge-router");
  expect(await packageCommand(stack, ["validate"])).toMatchObject({
    stdout:
      "Pulumi.dev.yaml is valid: resellerNotificationSettings (1), routers (1). " +
      "Not checked: encrypted values, values of outputs, and the objects at the platform.\n",
    stderr: "",
    code: 0,
  });
  expect(counts(await stack.preview())).toEqual({ "to create": 3 });
});

test("the preview reports the same problems, before any request", async () => {
  await set("cloudplatform:resellerNotificationSettings.logins.emial", "a@b.c");
  const { stdout, code } = await packageCommand(stack, ["validate"]);
  const problem =
    '- resellerNotificationSettings.logins.emial is not a property of this resource; did you mean "email"?\n';
  expect([stdout, code]).toEqual([`Pulumi.dev.yaml is invalid [stack-file-invalid]:\n${problem}`, 1]);
  const { output } = await failing(stack.preview());
  expect(output).toContain("the stack file is invalid, and nothing was declared [stack-file-invalid]");
  expect(output).toContain(problem);
  expect(platform.requests).toEqual([]);
});
