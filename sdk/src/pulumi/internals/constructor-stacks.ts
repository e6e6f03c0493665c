import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as pulumi from "@pulumi/pulumi";

// How Pulumi's SDK uses stacks while a constructor registers a resource. Seen in @pulumi/pulumi 3.249.0 and 3.270.0:
//
// - After all transformations, the constructor of `Resource` calls `Resource.stackTrace(4)`. The state keeps the result:
//   the first frame as the position of the resource, and all frames. Four frames are too few for a class with a base
//   class of its own, so the position would be a line of this package.
// - Then it creates four promises for each property, and formats a stack for each promise (`debuggablePromise`), which
//   takes three quarters of the time of a constructor. Pulumi prints these stacks only with PULUMI_DEBUG_PROMISE_LEAKS.
//
// With an SDK that does not call `Resource.stackTrace`, nothing here has an effect.

/** A line of the program, as Pulumi passes it to the engine. */
export interface Position {
  uri: string;
  line: number;
  column: number;
}

type Callable = Parameters<typeof Error.captureStackTrace>[1];

interface Stacks {
  stackTrace?(skip: number): Array<Position | undefined>;
}

const { stackTrace } = pulumi.Resource as unknown as Stacks;

/**
 * Corrects the position that a constructor of this package registers, and avoids the other stacks, until the returned function is
 * called. `target` is the class that the program constructs.
 */
export function correctStacks(target: Callable): () => void {
  if (typeof stackTrace !== "function") return () => {};
  let restoreFormat = () => {};
  const restore = replace(pulumi.Resource, "stackTrace", (skip: number) => {
    // One frame more to skip: this function.
    const frames = stackTrace.call(pulumi.Resource, skip + 1);
    // A transformation may construct other resources before.
    if (!isOfPackage(frames[0])) return frames;
    const position = declaredAt ?? positionsAbove(target).find(isOfProgram) ?? positionOutsideOfPackage();
    if (omitsStacks) restoreFormat = replace(Error, "prepareStackTrace", noStack);
    return position ? [position] : frames;
  });
  return () => {
    restoreFormat();
    restore();
  };
}

let declaredAt: Position | undefined;

/** Constructs a resource whose position is not in a program. */
export function constructAt<R>(position: Position | undefined, construct: () => R): R {
  declaredAt = position;
  try {
    return construct();
  } finally {
    declaredAt = undefined;
  }
}

/** The line of the program that has loaded a module of this package, or has constructed a class without a constructor. */
export function positionOutsideOfPackage(): Position | undefined {
  return positionsAbove(positionOutsideOfPackage).find(
    (position) => isOfProgram(position) && !position.uri.includes("/node_modules/"),
  );
}

const isOfProgram = (position: Position) => !isOfPackage(position);

function isOfPackage(position: Position | undefined): boolean {
  return position?.uri.startsWith(`${pathToFileURL(join(__dirname, "..", "..")).href}/`) ?? false;
}

/** The lines below a running function on the stack, in the source that source maps name. */
function positionsAbove(callable: Callable): Position[] {
  const restore = replace(Error, "stackTraceLimit", Number.POSITIVE_INFINITY);
  try {
    const found: { stack?: unknown } = {};
    Error.captureStackTrace(found, callable);
    return typeof found.stack === "string" ? positionsIn(found.stack) : [];
  } finally {
    restore();
  }
}

/** In a module of ECMAScript, Node names files by URLs, and the frame of a line outside of functions has no parentheses. */
const FRAME = /^ *at (?:.*? \()?((?:file:\/\/|[\\/]|[A-Za-z]:[\\/])[^<>\n]+):(\d+):(\d+)\)?$/gm;

function positionsIn(stack: string): Position[] {
  return [...stack.matchAll(FRAME)].map(([, file = "", line, column]) => ({
    uri: file.startsWith("file:") ? file : pathToFileURL(file).href,
    line: Number(line),
    column: Number(column),
  }));
}

/**
 * Formats the stacks of promises. Errors have their frames nevertheless, with the line of the program: a stack is
 * formatted when it is first read, which for errors is after the constructor.
 */
const noStack = () => "";

/** Not in a runtime that formats the stack of an error at once. */
const omitsStacks = !process.env.PULUMI_DEBUG_PROMISE_LEAKS && isFormattedLater();

function isFormattedLater(): boolean {
  const restore = replace(Error, "prepareStackTrace", noStack);
  const error = new Error();
  restore();
  return error.stack !== "";
}

/** Replaces a property, if that is possible. Returns how to restore what it was. */
function replace(object: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  const changed = { enumerable: false, ...before, configurable: true, writable: true, value };
  if ((before && !("value" in before)) || !Reflect.defineProperty(object, name, changed)) return () => {};
  return () => {
    if (before) Reflect.defineProperty(object, name, before);
    else Reflect.deleteProperty(object, name);
  };
}
