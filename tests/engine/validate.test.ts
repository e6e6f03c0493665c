import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { changes } from "../support/platform";
import { counts } from "../support/stack";

// `pulumi-cloudplatform validate`, with stack files that the real CLI writes and runs.

const EMAIL = "nobody-sees-this@example.com";
const { platform, stack } = useDeployment({}, { secrets: { oncall: EMAIL } });

const ENTRIES = `config:
  cloudplatform:routers:
    edge: { projectId: 1, regionId: 2, name: edge-router }
  cloudplatform:resellerNotificationSettings:
    logins: { resellerId: 8, email: "\${config.oncall}", notificationType: failed_login }
`;

const validate = (...args: string[]) => packageCommand(stack, ["validate", ...args]);

beforeAll(() => {
  stack.write("index.js", 'module.exports = require("pulumi-cloudplatform/stack");\n');
  const settings = readFileSync(join(stack.folder, "Pulumi.dev.yaml"), "utf8");
  stack.write(
    "Pulumi.dev.yaml",
    settings.replace("config:\n", () => ENTRIES),
  );
});

test("a file that the preview accepts is valid, with its secrets", async () => {
  await stack.pulumi("config", "set", "--secret", "--path", "cloudplatform:routers.edge.name", "edge-router");
  expect(await validate()).toMatchObject({
    stdout:
      "Pulumi.dev.yaml is valid: resellerNotificationSettings (1), routers (1). " +
      "Not checked: encrypted values, values of outputs, and the objects at the platform.\n",
    stderr: "",
    code: 0,
  });
  expect(counts(await stack.preview())).toEqual({ "to create": 3 });
  expect(changes(platform)).toEqual([]);
});

test("the preview reports the same problems", async () => {
  await stack.pulumi(
    "config",
    "set",
    "--path",
    "cloudplatform:resellerNotificationSettings.logins.emial",
    "a@b.c",
  );
  const { stdout, code } = await validate();
  const problem =
    '- resellerNotificationSettings.logins.emial is not a property of this resource; did you mean "email"?\n';
  expect([stdout, code]).toEqual([`Pulumi.dev.yaml is invalid [stack-file-invalid]:\n${problem}`, 1]);
  expect((await failing(stack.preview())).output).toContain(problem);
});
