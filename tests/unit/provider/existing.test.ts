import { expect, test } from "@jest/globals";
import { handler as retry } from "../../../sdk/src/resources/certificate-force-retry/handler";
import { handler as router } from "../../../sdk/src/resources/router/handler";
import { importing, opened, withExisting } from "../../support/existing-object";
import { InProcessResource } from "../../support/in-process-resource";
import { changes, KEY, NO_ROUTER, startPlatform } from "../../support/platform";
import { failureOf } from "../../support/until";

// `get` and the option `import`, in addition to tests/unit/resources.existing.test.ts.

const messageOf = async (work: Promise<unknown>) => (await failureOf(work)).message;

const ROUTER = { projectId: 1, regionId: 2, name: "edge-router" };

test("a router may differ in a secret input, whose value is not printed", async () => {
  const { resource, id } = await withExisting({ handler: router, args: ROUTER });
  const args = { ...ROUTER, name: "secret-name-x", __secret: ["name"] };
  const { failures } = await resource.check(importing(id, args));
  expect(JSON.stringify(failures)).not.toMatch(/secret-name-x|edge-router/);
  expect(failures).toMatchObject([{ property: "name" }]);
});

test.each([
  ["Router", router, ROUTER, NO_ROUTER],
  ["CertificateForceRetry", retry, { certId: 321 }, "321"],
])(
  "if the deployment cannot read objects (%s), get and import fail with one sentence",
  async (_type, handler, args, id) => {
    const platform = opened(await startPlatform({ taskTime: 0, mode: "documented-only" }));
    const resource = new InProcessResource(handler, { baseUrl: platform.url, apiKey: KEY });
    const text =
      "this deployment of the platform cannot read this kind of object, " +
      `so ${handler.type} ${id} cannot be read or imported [object-not-readable]`;
    expect(await messageOf(resource.get(id, args))).toBe(text);
    const { failures } = await resource.check(importing(id, args));
    expect(failures.map(({ property, reason }) => `${property} ${reason}`)).toEqual([text]);
    expect(changes(platform)).toEqual([]);
  },
);
