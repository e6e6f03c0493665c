import * as pulumi from "@pulumi/pulumi";
import type { ConstructorStacks } from "./constructor-stacks";
import { getStore, type Store } from "./run";
import { undocumented } from "./undocumented";

/** A change of a resource's properties, applied after all transformations of the user. */
export type LastChange = (props: pulumi.Inputs, opts: pulumi.ResourceOptions) => pulumi.Inputs;

/**
 * The options of a resource whose properties `change` completes before its registration: after all transformations,
 * which run in the constructor, and, if the program uses transforms, also after these, which run in the engine.
 *
 * `delayed` names a property, a promise that resolves when the parent is registered. It delays the registration of the
 * resource until the last transform is registered.
 */
export function withLastChange(
  options: pulumi.CustomResourceOptions,
  delayed: string,
  typePrefix: string,
  change: LastChange,
  stacks: ConstructorStacks,
): pulumi.CustomResourceOptions {
  const complete: LastChange = (props, opts) => ({
    ...change(props, opts),
    [delayed]: afterLastTransform(props[delayed], opts, typePrefix, change),
  });
  return { ...options, transformations: transformationsBefore(stacks, options, complete) };
}

/** The transformations of a resource that is registered after them: the last one begins the registration. */
export function transformationsBefore(
  stacks: ConstructorStacks,
  { transformations = [] }: pulumi.ResourceOptions,
  change: LastChange = (props) => props,
): pulumi.ResourceTransformation[] {
  return [
    ...transformations,
    appendLast(({ props, opts }) => {
      const changed = change(props, opts);
      stacks.begin();
      return { props: changed, opts };
    }),
  ];
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
  typePrefix: string,
  change: LastChange,
): Promise<T> {
  const store = getStore();
  const known = await value;
  if (!store.supportsTransforms || (store.callbacks === undefined && !transforms?.length)) return known;
  const ready = registered.get(store) ?? registerLast(store, typePrefix, change);
  registered.set(store, ready);
  await ready;
  return known;
}

async function registerLast(store: Store, typePrefix: string, change: LastChange): Promise<void> {
  await awaitRegistrations(store);
  pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
    type.startsWith(typePrefix) ? { props: change(props, opts), opts } : undefined,
  );
  onNextRegistration(store, () => registered.delete(store));
}

/** The SDK makes the callbacks of a stack with its first transform, which may be that of this resource. */
async function awaitRegistrations({ callbacks }: Store): Promise<void> {
  if (callbacks === undefined) return;
  const { awaitStackRegistrations: wait } = callbacks;
  await undocumented(
    LOST,
    () => wait?.bind(callbacks),
    async () => {},
  )();
}

/** Calls `listener` once, before the program registers another transform for the stack. */
function onNextRegistration({ callbacks }: Store, listener: () => void): void {
  if (callbacks === undefined) return;
  const { registerStackTransform } = callbacks;
  callbacks.registerStackTransform = (transform) => {
    callbacks.registerStackTransform = registerStackTransform;
    listener();
    callbacks.registerStackTransform(transform);
  };
}
