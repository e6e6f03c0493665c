import { afterAll, describe, expect, jest, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { resolved, startEngine } from "./mocks";

// Transformations run in the program, when a resource is constructed. Transforms run in the engine, when it registers the
// resource. Both may add inputs, and mark inputs as secret.

// Not in the types of the SDK.
const {
  withLocalStorage,
}: { withLocalStorage<T>(work: () => T): T } = require("@pulumi/pulumi/runtime/state");

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
const transform: pulumi.ResourceTransform = ({ type, props, opts }) =>
  type.endsWith(":Router") ? { props: { ...props, name: pulumi.secret("hidden") }, opts } : undefined;

const edge = (opts?: pulumi.CustomResourceOptions, inputs: cloudplatform.RouterArgs = PLACE) =>
  new cloudplatform.Router("edge", inputs, opts);
const component = (opts: pulumi.ComponentResourceOptions) =>
  new pulumi.ComponentResource("company:index:Office", "office", {}, opts);
const register = pulumi.runtime.registerResourceTransform;

/**
 * The names of the inputs of `edge` that the package masks. Runs the program with an engine that runs transforms in the
 * order of Pulumi: those of the resource, those of its parents, and those of the stack.
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

describe("an input is masked that is marked as secret by", () => {
  const addTransform: pulumi.ResourceTransformation = ({ props, opts }) => ({
    props,
    opts: { ...opts, transforms: [transform] },
  });

  test.each<[by: string, program: () => pulumi.Resource | Promise<pulumi.Resource>]>([
    ["a transformation of the resource", () => edge({ transformations: [secretName] })],
    ["a transform that a transformation adds", () => edge({ transformations: [addTransform] })],
    [
      "a transform of the parent of the parent",
      () => edge({ parent: component({ parent: component({ transforms: [transform] }) }) }),
    ],
    [
      "a transform of the stack, registered after the resource was constructed",
      () => {
        const router = edge();
        register(transform);
        return router;
      },
    ],
    [
      "a transform of the stack, registered after another resource",
      async () => {
        register(() => undefined);
        await resolved(new cloudplatform.Router("first", PLACE).urn);
        register(transform);
        return edge();
      },
    ],
  ])("%s", async (_, program) => {
    // A stack of its own, with its own callback server.
    expect(await withLocalStorage(() => maskedIn(program))).toEqual(["name"]);
  });

  test("a transformation of the parent, in addition to the secrets of the program", async () => {
    const routes = pulumi.secret([{ destination: "10.1.0.0/16", nexthop: "10.0.1.9" }]);
    const parent = () => component({ transformations: [secretName] });
    const masked = await withLocalStorage(() =>
      maskedIn(() => edge({ parent: parent() }, { ...PLACE, name: "edge", routes })),
    );
    expect((masked as string[]).sort()).toEqual(["name", "routes"]);
  });
});

test("a resource without a secret has no mask", async () => {
  expect(await withLocalStorage(() => maskedIn(() => edge()))).toBeUndefined();
});

test("a child of a resource has only the transformations of the user", async () => {
  const engine = await startEngine();
  const parent = edge({ transformations: [secretName] });
  const inputs = { plain: 1, note: pulumi.secret("x") };
  const child = new (class extends pulumi.CustomResource {})("other:index:Thing", "child", inputs, {
    parent,
  });
  await resolved(child.urn);
  expect(Object.keys(engine.of("child").inputs).sort()).toEqual(["note", "plain"]);
});
