import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as pulumi from "@pulumi/pulumi";

// How Pulumi's SDK uses stacks while a constructor registers a resource. Seen in @pulumi/pulumi 3.249.0 and 3.276.0:
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

/**
 * The stacks of one constructor: corrects the position, and avoids the others. `begin` must be called after all
 * transformations: they may construct other resources. `end` must be called after the constructor.
 */
export class ConstructorStacks {
  private restore = () => {};

  /** `target` is the class that the program constructs, and `base` a base class of this package or of Pulumi. */
  constructor(
    private readonly target: Callable,
    private readonly base: Callable,
  ) {}

  begin(): void {
    const { stackTrace } = pulumi.Resource as unknown as Partial<Stacks>;
    if (typeof stackTrace !== "function") return;
    this.restore = replace(pulumi.Resource, "stackTrace", (skip: number) => {
      this.end();
      const position = declaredAt ?? this.positionInProgram();
      // One frame more to skip: this function.
      const frames = position ? [position] : stackTrace.call(pulumi.Resource, skip + 1);
      if (omitsStacks()) this.restore = replace(Error, "prepareStackTrace", noStack);
      return frames;
    });
  }

  end(): void {
    this.restore();
    this.restore = () => {};
  }

  /** The program has called `get` or one of the constructors. V8 leaves out constructors that are not written. */
  private positionInProgram(): Position | undefined {
    const classes: Callable[] = [];
    for (let one = this.target; one && one !== this.base; one = Object.getPrototypeOf(one)) classes.push(one);
    const { get } = this.target as { get?: unknown };
    const callers = typeof get === "function" ? [get as Callable, ...classes] : classes;
    for (const caller of callers) {
      const position = callOf(caller);
      if (position) return position;
    }
    return undefined;
  }
}

interface Stacks {
  stackTrace(skip: number): Array<Position | undefined>;
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

/** The line that has called this function, in the source that source maps name. Undefined if the function is not running. */
function callOf(callable: Callable): Position | undefined {
  return positionsAbove(callable, 1)[0];
}

/** The line of the program that has loaded a module of this package. */
export function positionOutsideOfPackage(): Position | undefined {
  const inPackage = pathToFileURL(join(__dirname, "..", "..")).href;
  const positions = positionsAbove(positionOutsideOfPackage, Number.POSITIVE_INFINITY);
  return positions.find(({ uri }) => !uri.startsWith(`${inPackage}/`) && !uri.includes("/node_modules/"));
}

function positionsAbove(callable: Callable, limit: number): Position[] {
  const restore = replace(Error, "stackTraceLimit", limit);
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

const printsStacks = Boolean(process.env.PULUMI_DEBUG_PROMISE_LEAKS);
let formatsLater: boolean | undefined;

/** Not in a runtime that formats the stack of an error at once. */
function omitsStacks(): boolean {
  formatsLater ??= isFormattedLater();
  return formatsLater && !printsStacks;
}

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
