import { beforeAll, describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";

// How `pulumi preview` prints mistakes in the program and in the configuration, for example on a pull request. No request
// is sent. tests/unit/resources.inputs.test.ts has the mistakes of each resource.

const { platform, stack } = useDeployment();

function declare(args: object): void {
  const all = { projectId: 1, regionId: 2, name: "edge-router", ...args };
  stack.program(`new cloudplatform.Router("edge", ${JSON.stringify(all)});`);
}

async function expectFailures(...sentences: string[]): Promise<void> {
  const output = oneLine(await failingPreview());
  for (const sentence of sentences) expect(output).toContain(sentence);
}

/** The output of the preview, which must fail. */
async function failingPreview(): Promise<string> {
  const { output } = await failing(stack.preview());
  // The output must not contain a stack trace or other noise.
  expect(output).not.toMatch(/^\s+at /m);
  expect(platform.requests).toEqual([]);
  return output;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

describe("all mistakes in the program fail the preview at once, each under its property path", () => {
  let output: string;

  beforeAll(async () => {
    declare({
      name: "x!",
      externalGatewayInfo: { enableSnat: false },
      routes: [{ destination: "10.9.0.0/16", nexthop: "fd00::1" }],
      color: "red",
    });
    output = await failingPreview();
  });

  test.each<[mistake: string, path: string, sentence: string]>([
    ["an invalid value", "name", "must have 3 to 63 characters"],
    ["an invalid value in a list", "routes[0].nexthop", "must be an IPv4 address"],
    ["a missing part of an object", "externalGatewayInfo.networkId", "is required"],
    ["an unknown property", "color", "is not a property of this resource; check its spelling"],
  ])("%s", (_mistake, path, sentence) => {
    const names = [`property ${path} value `, `property ${path} has`, `problem: ${path} `];
    const lines = output.split("\n").filter((line) => names.some((name) => line.includes(name)));
    expect(lines).toContainEqual(expect.stringContaining(sentence));
  });
});

describe("a mistake beside the properties of a resource fails the preview with one sentence", () => {
  test("in the argument of a Provider", async () => {
    stack.program('new cloudplatform.Provider("reseller", { apiKye: "12345678-key" });');
    await expectFailures(
      'Provider "reseller": apiKye is not an argument of a Provider; did you mean "apiKey"? [unknown-provider-argument]',
    );
  });

  test("in a setting of the stack", async () => {
    await stack.configure({ config: { "cloudplatform:taskTimeuot": "10m" } });
    declare({});
    await expectFailures(
      'cloudplatform:taskTimeuot is not a setting of this package; did you mean "taskTimeout"? [unknown-setting]. ' +
        "Correct the name in the configuration of the stack, or remove the setting.",
    );
    stack.unset("cloudplatform:taskTimeuot");
  });
});

test("without a key and a base URL the error names both, with the command and the variable for each", async () => {
  for (const key of ["apiKey", "baseUrl"]) stack.unset(`cloudplatform:${key}`);
  declare({});
  await expectFailures(
    "cloudplatform:apiKey is missing [api-key-missing]. Set it with `pulumi config set --secret cloudplatform:apiKey`, which asks for the key, or in the environment variable CLOUDPLATFORM_API_KEY",
    "cloudplatform:baseUrl is missing [base-url-missing]. Set it with `pulumi config set cloudplatform:baseUrl https://api.example.com` or in the environment variable CLOUDPLATFORM_BASE_URL",
  );
});
