import * as pulumi from "@pulumi/pulumi";
import type { ConstructorStacks } from "./constructor-stacks";
import { getStore } from "./run";

/** A change of a resource's properties, applied after all transformations of the user. */
export type LastChange = (props: pulumi.Inputs) => pulumi.Inputs;

/**
 * The options of a resource whose properties `change` completes before its registration: after all transformations,
 * which run in the constructor, and, if the program uses transforms, also after these, which run in the engine.
 */
export function withLastChange(
  options: pulumi.CustomResourceOptions,
  typePrefix: string,
  change: LastChange,
  stacks: ConstructorStacks,
): pulumi.CustomResourceOptions {
  const ready = registerTransform(options, typePrefix, change);
  // A property that never has a value delays the registration of the resource.
  const complete: LastChange = (props) => ({ ...change(props), ...(ready && { __ready: ready }) });
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
      const changed = change(props);
      stacks.begin();
      return { props: changed, opts };
    }),
  ];
}

/**
 * The transformations of the parents run after those of the options. The constructor of a resource reads the list while
 * it runs them, so the last one is appended then. Both are removed, because children inherit the list.
 */
function appendLast(transformation: pulumi.ResourceTransformation): pulumi.ResourceTransformation {
  const append: pulumi.ResourceTransformation = ({ resource }) => {
    const { __transformations: list } = resource as unknown as Transformed;
    const last: pulumi.ResourceTransformation = (args) => {
      list.splice(list.indexOf(append), 1);
      list.splice(list.indexOf(last), 1);
      return transformation(args);
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
 * The engine runs the transforms of a stack last, in the order of their registration, so this one is registered after
 * those of the user. Every transform is a call of the program, so programs without transforms do not have it.
 */
function registerTransform(
  { transforms }: pulumi.CustomResourceOptions,
  typePrefix: string,
  change: LastChange,
): Promise<void> | undefined {
  const store = getStore();
  if (!store.supportsTransforms || (store.callbacks === undefined && !transforms?.length)) return undefined;
  const ready =
    registered.get(store) ??
    Promise.resolve(store.callbacks?.awaitStackRegistrations()).then(() =>
      pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
        type.startsWith(typePrefix) ? { props: change(props), opts } : undefined,
      ),
    );
  registered.set(store, ready);
  return ready;
}
