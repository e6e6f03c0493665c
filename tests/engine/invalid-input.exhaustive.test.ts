import { expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";

// How `pulumi preview` prints mistakes in the program and in the configuration, for example on a pull request. No request
// is sent. tests/unit/resources.inputs.test.ts has the mistakes of each resource.

const { platform, stack } = useDeployment();

const router = (args: object) => {
  const all = { projectId: 1, regionId: 2, name: "edge-router", ...args };
  return `new cloudplatform.Router("edge", ${JSON.stringify(all)});`;
};

const MISTAKES = router({
  name: "x!",
  externalGatewayInfo: { enableSnat: false },
  routes: [{ destination: "10.9.0.0/16", nexthop: "fd00::1" }],
  color: "red",
});

test.each<[mistake: string, prepare: () => void, ...sentences: RegExp[]]>([
  [
    "all mistakes in the program, each under its property path",
    () => stack.program(MISTAKES),
    /property name (value|has).* must have 3 to 63 characters/,
    /routes\[0\]\.nexthop .*must be an IPv4 address/,
    /externalGatewayInfo\.networkId is required/,
    /color .*is not a property of this resource; check its spelling/,
  ],
  [
    "a missing key and base URL, with the command and the variable for each",
    () => {
      stack.program(router({}));
      for (const key of ["apiKey", "baseUrl"]) stack.unset(`cloudplatform:${key}`);
    },
    /apiKey is missing \[api-key-missing\]\. Set it with `pulumi config set --secret cloudplatform:apiKey`, .* CLOUDPLATFORM_API_KEY/,
    /baseUrl is missing \[base-url-missing\]\. Set it with `pulumi config set cloudplatform:baseUrl .* CLOUDPLATFORM_BASE_URL/,
  ],
])("the preview fails with %s, before any request", async (_, prepare, ...sentences) => {
  prepare();
  const { output } = await failing(stack.preview());
  const text = output.replace(/\s+/g, " ");
  for (const sentence of sentences) expect(text).toMatch(sentence);
  expect(output).not.toMatch(/^\s+at /m);
  expect(platform.requests).toEqual([]);
});
