import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { failing } from "../support/command";
import { startPlatform } from "../support/platform";
import { RESOURCES } from "../support/resource-fixtures";
import { Stack } from "../support/stack";

// Mistakes in the program and in the configuration fail in `pulumi preview`, for example on a pull request, before
// any request is sent.

let platform: Simulator;
let stack: Stack;

beforeAll(async () => {
  platform = await startPlatform();
  stack = await Stack.create({});
});

afterAll(async () => {
  await platform?.close();
  stack?.remove();
});

beforeEach(() => platform.clearRequests());

function declare(args: object): void {
  const all = { projectId: 1, regionId: 2, name: "edge-router", ...args };
  stack.program(`new cloudplatform.Router("edge", ${JSON.stringify(all)});`);
}

async function expectFailures(...sentences: Array<string | RegExp>): Promise<void> {
  const output = oneLine(await failingPreview());
  for (const sentence of sentences)
    expect(output).toEqual(
      typeof sentence === "string" ? expect.stringContaining(sentence) : expect.stringMatching(sentence),
    );
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

describe("a mistake in the configuration fails the preview", () => {
  test("without a key and a base URL the error names both, with the command and the variable for each", async () => {
    declare({});
    await expectFailures(
      "cloudplatform:apiKey is missing [api-key-missing]. Set it with `pulumi config set --secret cloudplatform:apiKey`, which asks for the key, or in the environment variable CLOUDPLATFORM_API_KEY",
      "cloudplatform:baseUrl is missing [base-url-missing]. Set it with `pulumi config set cloudplatform:baseUrl https://api.example.com` or in the environment variable CLOUDPLATFORM_BASE_URL",
    );
  });

  test("a base URL without its scheme", async () => {
    await stack.configure({ config: { "cloudplatform:baseUrl": "api.example.com" } });
    await expectFailures("cloudplatform:baseUrl must begin with https:// (or http://)");
  });
});

describe("all mistakes in the program fail the preview at once, each under its property path", () => {
  let output: string;

  beforeAll(async () => {
    declare({
      projectId: 0,
      name: "x!",
      routerId: "edge-router",
      externalGatewayInfo: { enableSnat: false },
      routes: [
        { destination: "10.9.0.0/16", nexthop: "fd00::1" },
        { destination: "10.9.0.0", nexthop: "10.0.1.9" },
        { destination: "10.9.0.1/16", nexthop: "?" },
      ],
      color: "red",
    });
    output = await failingPreview();
  });

  test.each<[mistake: string, path: string, sentence: string]>([
    ["a project that does not exist", "projectId", "1 or more"],
    ["an invalid name of a router", "name", "must have 3 to 63 characters"],
    ["a network that is not in CIDR notation", "routes[1].destination", "must be a network in CIDR notation"],
    [
      "a next hop of the other IP version",
      "routes[0].nexthop",
      "must be an IPv4 address, as the route's destination is an IPv4 network",
    ],
    ["a next hop that is not an address", "routes[2].nexthop", "must be an IP address"],
    ["an address instead of a network", "routes[2].destination", 'the network is "10.9.0.0/16"'],
    [
      "an incomplete gateway",
      "externalGatewayInfo.networkId",
      "is required: the gateway is always given whole",
    ],
    ["an invalid router id", "routerId", "must be the UUID of a router"],
    ["an unknown property", "color", "is not a property of this resource; check its spelling"],
  ])("%s", (_mistake, path, sentence) => {
    const names = [`property ${path} value `, `property ${path} has`, `problem: ${path} `];
    const lines = output.split("\n").filter((line) => names.some((name) => line.includes(name)));
    expect(lines).toContainEqual(expect.stringContaining(sentence));
  });
});

describe("a mistake beside the properties of a resource fails the preview with one sentence", () => {
  test.each([
    [
      "in the argument of a function",
      'cloudplatform.getTask({ task_id: "17" } as unknown as cloudplatform.GetTaskArgs);',
      'getTask: task_id is not a property of this function; did you mean "taskId"?',
    ],
    [
      "in the argument of a Provider",
      'new cloudplatform.Provider("reseller", { apiKye: "12345678-key" });',
      'Provider "reseller": apiKye is not an argument of a Provider; did you mean "apiKey"? [unknown-provider-argument]',
    ],
    [
      "in a timeout",
      'new cloudplatform.Router("edge", { projectId: 1, regionId: 2 }, { customTimeouts: { create: "ten minutes" } });',
      'Router "edge": customTimeouts.create must be a duration, such as "10m" or "90s"',
    ],
  ])("%s", async (_, program, sentence) => {
    stack.program(program);
    await expectFailures(sentence);
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

describe("a mistake in any resource fails the preview", () => {
  test.each(RESOURCES)("$name", async ({ name, inputs }) => {
    const { args, property, reason } = inputs.printed;
    stack.program(`new cloudplatform.${name}("wrong", ${JSON.stringify(args)});`);
    // The engine prints the value of the property. A nested property has no value there, so its path is in the
    // message.
    const isNested = /[.[]/.test(property);
    await expectFailures(...(isNested ? [`${property} ${reason}`] : [reason, `property ${property} `]));
  });
});
