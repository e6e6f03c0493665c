import { pathToFileURL } from "node:url";
import * as pulumi from "@pulumi/pulumi";
import { undocumented } from "./undocumented";

// How Pulumi's SDK uses stacks while a resource is registered. Seen in @pulumi/pulumi 3.249.0 and 3.276.0:
//
// - After all transformations, the constructor of `Resource` calls `Resource.stackTrace(4)`. The state keeps the result:
//   the first frame as the position of the resource, and all frames. Four frames are too few for a class with a base
//   class of its own, so the position would be a line of this package.
// - It creates four promises for each property, and more for each request. `debuggablePromise` formats a stack for each, which
//   takes three quarters of the time of a constructor. Pulumi prints these stacks only with PULUMI_DEBUG_PROMISE_LEAKS.
//
// With an SDK that does not call `Resource.stackTrace`, positions stay as they are.

/** A line of the program, as Pulumi passes it to the engine. */
interface Position {
  uri: string;
  line: number;
  column: number;
}

type Callable = Parameters<typeof Error.captureStackTrace>[1];

/** Corrects the position of the resource that one constructor registers. `end` must be called after the constructor. */
export class ConstructorStacks {
  private restore = () => {};

  /** `target` is the class that the program constructs, and `base` a base class of this package or of Pulumi. */
  constructor(
    private readonly target: Callable,
    private readonly base: Callable,
  ) {
    omitStacksOfPromises();
  }

  /** The transformations of the resource with a last one, which makes `change` and begins the registration. */
  after(
    transformations: readonly pulumi.ResourceTransformation[] = [],
    change: (props: pulumi.Inputs) => pulumi.Inputs = (props) => props,
  ): pulumi.ResourceTransformation[] {
    // Children inherit the list, and have the last one as a change of their own.
    let isRegistered = false;
    const last: pulumi.ResourceTransformation = ({ props, opts }) => {
      if (isRegistered) return undefined;
      isRegistered = true;
      this.begin();
      return { props: change(props), opts };
    };
    return [...transformations, last];
  }

  private begin(): void {
    const { stackTrace } = pulumi.Resource as unknown as Partial<Stacks>;
    if (typeof stackTrace !== "function") return;
    const use = (value: Stacks["stackTrace"]) => void Reflect.set(pulumi.Resource, "stackTrace", value);
    this.restore = () => use(stackTrace);
    use((skip) => {
      this.end();
      const position = this.positionInProgram();
      // One frame more to skip: this function.
      return position ? [position] : stackTrace.call(pulumi.Resource, skip + 1);
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

/** The line that has called this function, in the source that source maps name. Undefined if the function is not running. */
function callOf(callable: Callable): Position | undefined {
  return withStackTraceLimit(1, () => {
    const found: { stack?: unknown } = {};
    Error.captureStackTrace(found, callable);
    return typeof found.stack === "string" ? positionIn(found.stack) : undefined;
  });
}

/** In a module of ECMAScript, Node names files by URLs, and the frame of a line outside of functions has no parentheses. */
const FRAME = /^ *at (?:.*? \()?((?:file:\/\/|[\\/]|[A-Za-z]:[\\/])[^<>\n]+):(\d+):(\d+)\)?$/m;

function positionIn(stack: string): Position | undefined {
  const [, file, line, column] = FRAME.exec(stack) ?? [];
  if (file === undefined) return undefined;
  const uri = file.startsWith("file:") ? file : pathToFileURL(file).href;
  return { uri, line: Number(line), column: Number(column) };
}

interface Debuggable {
  debuggablePromise?(...args: unknown[]): unknown;
}

let isOmitted = false;

/** The promises of Pulumi's SDK get no stacks from now on. Errors keep theirs. */
export function omitStacksOfPromises(
  load: () => Debuggable = () => require("@pulumi/pulumi/runtime/debuggable"),
): void {
  if (isOmitted || process.env.PULUMI_DEBUG_PROMISE_LEAKS) return;
  isOmitted = true;
  const lost = "the stacks of promises are formatted, which takes time in programs with many resources";
  const omit = () => {
    const module = load();
    const { debuggablePromise: create } = module;
    // Without a limit there is no stack.
    module.debuggablePromise = (...args) => withStackTraceLimit(undefined, () => create?.(...args));
    return create;
  };
  undocumented(lost, omit, undefined);
}

/** An assignment would throw in a program that has frozen `Error`. */
function withStackTraceLimit<T>(limit: number | undefined, work: () => T): T {
  const { stackTraceLimit } = Error;
  Reflect.set(Error, "stackTraceLimit", limit);
  try {
    return work();
  } finally {
    Reflect.set(Error, "stackTraceLimit", stackTraceLimit);
  }
}
