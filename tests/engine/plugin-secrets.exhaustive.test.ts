import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { KEY } from "../support/platform";
import { yaml } from "../support/stack";

// The key and secret inputs of a program in Pulumi YAML. No output, state or log contains them in clear text.

const { platform, stack } = useDeployment({}, { yaml: true });

/** Every secret input contains this text. */
const SECRET = "hunter2";

const secret = (value: unknown) => ({ "fn::secret": value });
const router = (properties: object, options: object = {}) => ({
  type: "cloudplatform:Router",
  properties: { projectId: 1, regionId: 2, ...properties },
  options,
});

const program = (word: string) =>
  yaml({
    resources: {
      changed: router({ name: secret(`${word}-changed`) }),
      slow: router(
        { regionId: 4, name: secret(`${word}-slow`) },
        { customTimeouts: { create: "2s", update: "2s" } },
      ),
      existing: router({ regionId: 5, name: secret(`${word}-existing`) }),
      nested: {
        type: "cloudplatform:CertificateForceRetry",
        properties: { certId: 404, triggers: [{ word: secret(`${word}-nested`) }] },
      },
      logins: {
        type: "cloudplatform:ResellerNotificationSettings",
        properties: { resellerId: 8, email: secret(`${word}@example.com`), notificationType: "failed_login" },
      },
    },
    variables: {
      found: {
        "fn::invoke": {
          function: "cloudplatform:getRouters",
          arguments: { projectId: 1, regionId: 5, name: secret(`${SECRET}-existing`) },
        },
      },
    },
    outputs: { name: "${changed.name}", found: "${found}" },
  });

const outputs: string[] = [];
const states: string[] = [];

beforeAll(async () => {
  stack.env.CLOUDPLATFORM_LOG = join(stack.folder, "run.jsonl");
  platform.routers.add({ projectId: 1, regionId: 5, name: `${SECRET}-existing` });
  platform.faults.add("task-never-ends@POST ~/routers.\\d+.4$/");
  platform.faults.add("status:code=400@PATCH");
  for (const word of [SECRET, `other-${SECRET}`]) {
    stack.program(program(word));
    outputs.push((await stack.preview("--diff")).output);
    outputs.push((await failing(stack.up("--continue-on-error"))).output);
    states.push(await stack.export());
  }
  platform.faults.clear();
  platform.tasks.finish();
  outputs.push((await stack.refresh()).output);
  states.push(await stack.export());
}, 120_000);

test("each operation that fails has an error, and no output has a secret or the key", () => {
  for (const name of ["slow", "existing", "nested"]) expect(outputs[1]).toContain(`(${name}):\n    error: `);
  expect(outputs[3]).toContain("(changed):\n    error: ");
  for (const output of outputs) {
    expect(output).not.toContain(SECRET);
    expect(output).not.toContain(KEY);
  }
});

test("no state has a secret or the key, also after a failure and a refresh", () => {
  for (const state of states) {
    expect(state).not.toContain(SECRET);
    expect(state).not.toContain(KEY);
  }
  expect(states[0]).toContain("initErrors");
});

test("the log has neither a secret nor the key", () => {
  const text = readFileSync(join(stack.folder, "run.jsonl"), "utf8");
  expect(text).toContain('::slow"');
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(KEY);
});
