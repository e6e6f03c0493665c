import { beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { type Engine, resolved, startEngine } from "./mocks";

// Transformations run in the program, when a resource is constructed. Transforms run in the engine, when it registers the
// resource. Both may add inputs, and mark inputs as secret.

// Not in the types of the SDK.
const {
  withLocalStorage,
}: { withLocalStorage<T>(work: () => T): T } = require("@pulumi/pulumi/runtime/state");

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

describe("an input is masked that is marked as secret by a transform", () => {
  const secretName: pulumi.ResourceTransform = ({ type, props, opts }) =>
    type.endsWith(":Router") ? { props: { ...props, name: pulumi.secret("hidden") }, opts } : undefined;
  const office = (opts?: pulumi.ComponentResourceOptions) =>
    new pulumi.ComponentResource("company:index:Office", "office", {}, opts);
  const edge = (opts?: pulumi.CustomResourceOptions) => new cloudplatform.Router("edge", PLACE, opts);

  /**
   * The names of the inputs that the engine gets for the resource of a program. The engine runs transforms in the order of
   * Pulumi: those of the resource, those of its parents, and those of the stack.
   */
  async function maskedIn(program: () => pulumi.Resource | Promise<pulumi.Resource>): Promise<unknown> {
    const maskedOf = new Map<string, unknown>();
    const ofStack: pulumi.ResourceTransform[] = [];
    let ofParent: pulumi.ResourceTransform[] = [];
    await pulumi.runtime.setMocks({
      async newResource({ type, name, inputs, custom = false, transforms = [] }) {
        if (!custom) ofParent = [...transforms, ...ofParent];
        let props = inputs;
        for (const transform of [...transforms, ...ofParent, ...ofStack])
          props = (await transform({ custom, type, name, props, opts: {} }))?.props ?? props;
        maskedOf.set(name, await props.__secret);
        return { id: `id-of-${name}`, state: inputs };
      },
      call: ({ inputs }) => inputs,
      registerTransform: (transform) => void ofStack.push(transform),
    });
    await resolved((await program()).urn);
    return maskedOf.get("edge");
  }

  const programs: Array<[string, () => pulumi.Resource | Promise<pulumi.Resource>]> = [
    ["of the resource", () => edge({ transforms: [secretName] })],
    [
      "that a transformation adds to the resource",
      () => {
        const add: pulumi.ResourceTransformation = ({ props, opts }) => ({
          props,
          opts: { ...opts, transforms: [secretName] },
        });
        return edge({ transformations: [add] });
      },
    ],
    ["of the parent", () => edge({ parent: office({ transforms: [secretName] }) })],
    [
      "of the parent of the parent",
      () => {
        const floor = new pulumi.ComponentResource(
          "company:index:Floor",
          "floor",
          {},
          { parent: office({ transforms: [secretName] }) },
        );
        return edge({ parent: floor });
      },
    ],
    [
      "of the stack",
      () => {
        pulumi.runtime.registerResourceTransform(secretName);
        return edge();
      },
    ],
    [
      "of the stack, registered after the resource was constructed",
      () => {
        const router = edge();
        pulumi.runtime.registerResourceTransform(secretName);
        return router;
      },
    ],
    [
      "of the stack, registered after another resource",
      async () => {
        pulumi.runtime.registerResourceTransform(() => undefined);
        await resolved(new cloudplatform.Router("first", PLACE).urn);
        pulumi.runtime.registerResourceTransform(secretName);
        return edge();
      },
    ],
  ];

  test.each(programs)("%s", async (_, program) => {
    // A stack of its own, with its own callback server.
    const masked = await withLocalStorage(() => maskedIn(program));
    expect(masked).toEqual(["name"]);
  });
});
