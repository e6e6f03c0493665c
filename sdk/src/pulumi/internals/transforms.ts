import * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../names";
import { getStore, type Store } from "./run";
import { undocumented } from "./undocumented";

/** A change of a resource's properties. */
type LastChange = (props: pulumi.Inputs) => pulumi.Inputs;

/**
 * The options of a resource whose properties `change` completes before its registration: after all transformations, which run in
 * the constructor, and, if the program uses transforms, also after these, which run in the engine. The property `__urn`, a promise
 * that resolves when the parent is registered, delays the registration of the resource until the last transform is registered.
 */
export function withLastChange(
  options: pulumi.CustomResourceOptions,
  change: LastChange,
): pulumi.CustomResourceOptions {
  const last = appendLast(({ props, opts }) => ({
    props: { ...change(props), __urn: afterLastTransform(props.__urn, opts, change) },
    opts,
  }));
  return { ...options, transformations: [...(options.transformations ?? []), last] };
}

const LOST = "inputs that a transformation of a parent, or a transform, makes secret are not known as secret";

/**
 * The transformations of the parents run after those of the options. The constructor of a resource reads the list while
 * it runs them, so the last one is appended then. Both are removed, because children inherit the list.
 */
function appendLast(transformation: pulumi.ResourceTransformation): pulumi.ResourceTransformation {
  const append: pulumi.ResourceTransformation = (args) => {
    const { resource } = args;
    const { __transformations } = resource as unknown as Partial<Transformed>;
    const list = undocumented(
      LOST,
      () => (Array.isArray(__transformations) ? __transformations : undefined),
      [],
    );
    if (list.length === 0) return transformation(args);
    const last: pulumi.ResourceTransformation = (lastArgs) => {
      list.splice(list.indexOf(append), 1);
      list.splice(list.indexOf(last), 1);
      return transformation(lastArgs);
    };
    list.push(last);
    return undefined;
  };
  return append;
}

interface Transformed {
  __transformations: pulumi.ResourceTransformation[];
}

/** By stack: resolves once the transform is about to be registered, for which every resource waits. */
const registered = new WeakMap<object, Promise<void>>();

/**
 * The engine runs the transforms of a resource, then those of its parents, then those of the stack in the order of their
 * registration. So this one is registered after those of the user. Every transform is a call of the program, so programs
 * without transforms do not have it: the SDK has a callback server when the program or a parent has a transform.
 */
async function afterLastTransform<T>(
  value: Promise<T>,
  { transforms }: pulumi.ResourceOptions,
  change: LastChange,
): Promise<T> {
  const store = getStore();
  const known = await value;
  if (!store.supportsTransforms || (store.callbacks === undefined && !transforms?.length)) return known;
  const ready = registered.get(store) ?? registerLast(store, change);
  registered.set(store, ready);
  await ready;
  return known;
}

interface Runtime {
  awaitStackRegistrations?(): Promise<void>;
}

async function registerLast(store: Store, change: LastChange): Promise<void> {
  const { awaitStackRegistrations } = pulumi.runtime as unknown as Runtime;
  await undocumented(
    LOST,
    () => awaitStackRegistrations,
    async () => {},
  )();
  pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
    type.startsWith(typeToken("")) ? { props: change(props), opts } : undefined,
  );
  forgetAtNextRegistration(store);
}

/** Another transform of the stack follows this one, so the next resource registers it again. */
function forgetAtNextRegistration(store: Store): void {
  const { callbacks } = store;
  if (callbacks === undefined) return;
  const { registerStackTransform } = callbacks;
  callbacks.registerStackTransform = (transform) => {
    callbacks.registerStackTransform = registerStackTransform;
    registered.delete(store);
    callbacks.registerStackTransform(transform);
  };
}
