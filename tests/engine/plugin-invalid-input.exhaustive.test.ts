import { expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { yaml } from "../support/stack";

// How `pulumi preview` prints mistakes in a program in Pulumi YAML.

const { platform, stack } = useDeployment({}, { yaml: true });

const SECRET = "hunter2";
const edge = (properties: object, options: object = {}) => ({
  edge: {
    type: "cloudplatform:Router",
    properties: { projectId: 1, regionId: 2, name: "edge-router", ...properties },
    options,
  },
});
const route = { destination: "10.9.0.0/16", nexthop: "fd00::1" };
const invoked = (name: string, args: object) => ({
  variables: { found: { "fn::invoke": { function: `cloudplatform:${name}`, arguments: args } } },
});

test.each<[mistake: string, program: object, ...sentences: RegExp[]]>([
  [
    "invalid values, each under its property path",
    { resources: edge({ name: "x!", routes: [route], externalGatewayInfo: { enableSnat: false } }) },
    /Router \(edge\)/,
    /property name value .* must have 3 to 63 characters/,
    /routes\[0\]\.nexthop must be an IPv4 address/,
    /externalGatewayInfo\.networkId \(in Python: external_gateway_info\.network_id\) is required/,
  ],
  ["a missing argument of a function", invoked("getRouter", { projectId: 1 }), /getRouter/, /regionId/],
  [
    "an invalid argument of a function",
    invoked("getRouter", { projectId: 0, regionId: 2, name: "edge" }),
    /getRouter: projectId must be the number of a project: 1 or more.* \(in Python: project_id\)/,
  ],
  [
    "a malformed id of an import",
    { resources: edge({}, { import: "1/2/edge" }) },
    /Router \(edge\)/,
    /"edge" is not the id of a Router: routerId must be the UUID of a router/,
  ],
  [
    "secret inputs, without their values",
    {
      variables: { secret: { "fn::secret": `${SECRET}!` } },
      resources: edge({ name: "${secret}", routes: [{ ...route, destination: "${secret}" }] }),
    },
    /\bname\b.*must have 3 to 63 characters/,
    /routes\[0\]\.destination must be a network in CIDR notation/,
  ],
])("the preview fails with %s, before any request", async (_, program, ...sentences) => {
  stack.program(yaml({ ...program }));
  const { output } = await failing(stack.preview());
  const text = output.replace(/\s+/g, " ");
  for (const sentence of sentences) expect(text).toMatch(sentence);
  expect(output).not.toMatch(/^\s+at /m);
  expect(output).not.toContain(SECRET);
  expect(platform.requests).toEqual([]);
});

test("a key that is refused is an error under the resource's name, in the preview and in up", async () => {
  stack.program(yaml({ resources: edge({}) }));
  await stack.configure({ secrets: { "cloudplatform:apiKey": "another-key-of-nobody" } });
  for (const run of [() => stack.preview(), () => stack.up()]) {
    const { output } = await failing(run());
    expect(output).toMatch(/Router \(edge\):\n +error: .*401.*\[unauthorized\]/);
    expect(output).not.toContain("another-key");
  }
});
