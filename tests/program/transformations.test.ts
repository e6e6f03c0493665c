import { beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { type Engine, resolved, startEngine } from "./mocks";

// Transformations run in the program, when a resource is constructed. They may add inputs, and mark inputs as secret.

const PLACE = { projectId: 1, regionId: 2 };

const secretName: pulumi.ResourceTransformation = ({ resource, props, opts }) =>
  cloudplatform.Router.isInstance(resource)
    ? { props: { ...props, name: pulumi.secret("hidden") }, opts }
    : undefined;

let engine: Engine;
beforeEach(async () => {
  engine = await startEngine();
});

/** The names of the inputs that the package masks. */
async function masked(router: cloudplatform.Router): Promise<unknown> {
  await resolved(router.urn);
  return engine.of("edge").inputs.__secret;
}

describe("an input is masked that is marked as secret by", () => {
  test("a transformation of the resource", async () => {
    const opts = { transformations: [secretName] };
    expect(await masked(new cloudplatform.Router("edge", PLACE, opts))).toEqual(["name"]);
  });

  test("a transformation of the parent, in addition to the secrets of the program", async () => {
    const parent = new pulumi.ComponentResource(
      "company:index:Office",
      "office",
      {},
      { transformations: [secretName] },
    );
    const routes = pulumi.secret([{ destination: "10.1.0.0/16", nexthop: "10.0.1.9" }]);
    const router = new cloudplatform.Router("edge", { ...PLACE, name: "edge", routes }, { parent });
    expect((await masked(router)) as string[]).toEqual(expect.arrayContaining(["name", "routes"]));
  });
});

test("a child of a resource has only the transformations of the user", async () => {
  const parent = new cloudplatform.Router("edge", PLACE, { transformations: [secretName] });
  const child = new (class extends pulumi.CustomResource {})(
    "other:index:Thing",
    "child",
    { plain: 1, note: pulumi.secret("x") },
    { parent },
  );
  await resolved(child.urn);
  expect(Object.keys(engine.of("child").inputs).sort()).toEqual(["note", "plain"]);
});

test("a resource without a secret has no mask", async () => {
  expect(await masked(new cloudplatform.Router("edge", PLACE))).toBeUndefined();
});
