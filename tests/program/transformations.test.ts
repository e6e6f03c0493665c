import { afterAll, expect, jest, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { resolved, startEngine } from "./mocks";

// Transformations run in the program, when a resource is constructed. They may add inputs, and mark inputs as secret.

const PLACE = { projectId: 1, regionId: 2 };

const stderr = jest.spyOn(process.stderr, "write");
afterAll(() => {
  const texts = stderr.mock.calls.map(([text]) => String(text));
  expect(texts.filter((text) => text.includes("pulumi-sdk-changed"))).toEqual([]);
});

const secretName: pulumi.ResourceTransformation = ({ resource, props, opts }) =>
  cloudplatform.Router.isInstance(resource)
    ? { props: { ...props, name: pulumi.secret("hidden") }, opts }
    : undefined;

/** The names of the inputs of `edge` that the package masks. */
async function maskedIn(opts?: pulumi.CustomResourceOptions, inputs: object = {}): Promise<unknown> {
  const engine = await startEngine();
  await resolved(new cloudplatform.Router("edge", { ...PLACE, ...inputs }, opts).urn);
  return engine.of("edge").inputs.__secret;
}

test("an input that a transformation of the resource marks as secret is masked, with the secrets of the program", async () => {
  const routes = pulumi.secret([{ destination: "10.1.0.0/16", nexthop: "10.0.1.9" }]);
  expect(await maskedIn({ transformations: [secretName] })).toEqual(["name"]);
  const both = await maskedIn({ transformations: [secretName] }, { name: "edge", routes });
  expect((both as string[]).sort()).toEqual(["name", "routes"]);
});

test("a resource without a secret has no mask", async () => {
  expect(await maskedIn()).toBeUndefined();
});

test("a child of a resource has only the transformations of the user", async () => {
  const engine = await startEngine();
  const parent = new cloudplatform.Router("edge", PLACE, { transformations: [secretName] });
  const inputs = { plain: 1, note: pulumi.secret("x") };
  const child = new (class extends pulumi.CustomResource {})("other:index:Thing", "child", inputs, {
    parent,
  });
  await resolved(child.urn);
  expect(Object.keys(engine.of("child").inputs).sort()).toEqual(["note", "plain"]);
});
