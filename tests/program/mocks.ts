import * as pulumi from "@pulumi/pulumi";

/** A resource that a program registered. */
export interface Registered {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
  provider?: string | undefined;
}

export interface Engine {
  registered: Registered[];
  /** The resource of this name. */
  of(name: string): Registered;
}

type Outputs = Record<string, unknown>;

interface EngineOptions {
  preview?: boolean;
  /** Resources have an id in a preview, too. */
  exist?: boolean;
  organization?: string;
}

/** An engine that registers every resource, with the outputs that `answer` returns for its inputs. */
export async function startEngine(
  answer: (resource: Registered) => Outputs | Promise<Outputs> = ({ inputs }) => inputs,
  { preview = false, exist = !preview, organization }: EngineOptions = {},
): Promise<Engine> {
  const registered: Registered[] = [];
  await pulumi.runtime.setMocks(
    {
      async newResource({ type, name, inputs, provider }) {
        const resource = { type, name, inputs, provider };
        registered.push(resource);
        return { id: exist ? `id-of-${name}` : undefined, state: await answer(resource) };
      },
      call: ({ inputs }) => inputs,
    },
    "project",
    "dev",
    preview,
    organization,
  );
  return {
    registered,
    of(name) {
      const found = registered.find((one) => one.name === name);
      if (!found) throw new Error(`No resource ${name} was registered.`);
      return found;
    },
  };
}

// Not in the types of the SDK.
const { getStore }: { getStore(): { settings: { monitor: object } } } =
  require("@pulumi/pulumi/runtime/state");

/**
 * Hides from the package that Pulumi's mocks are the engine, so functions send requests as in a stack. Resources are
 * still registered with the mocks.
 */
export function hideMocks(): void {
  const { settings } = getStore();
  settings.monitor = new Proxy(settings.monitor, { getPrototypeOf: () => Object.prototype });
}

/** The value of an output, which must resolve. */
export function resolved<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => {
    output.apply((value) => resolve(value as T));
  });
}

/** The value of an Output. If it fails, several promises of the Output are rejected, and all of them must be handled. */
export async function resultOf(output: unknown): Promise<unknown> {
  const inner = output as Inner;
  await Promise.allSettled([inner.isKnown, inner.isSecret]);
  return inner.promise();
}

interface Inner {
  isKnown: Promise<boolean>;
  isSecret: Promise<boolean>;
  promise(): Promise<unknown>;
}

interface OutputDescription<T> {
  value: T | undefined;
  known: boolean;
  secret: boolean;
}

/** Whether an output is known and whether it is secret, with its value. */
export async function describeOutput<T>(output: pulumi.Output<T>): Promise<OutputDescription<T>> {
  const inner = output as unknown as {
    promise(withUnknowns?: boolean): Promise<T>;
    isKnown: Promise<boolean>;
    isSecret: Promise<boolean>;
  };
  const known = await inner.isKnown;
  return { known, secret: await inner.isSecret, value: known ? await inner.promise() : undefined };
}

/** The value of a secret in the form in which the engine receives it. */
export function unwrapped(value: unknown): unknown {
  const inner = value as { value?: unknown } | null;
  return isSecret(value) ? inner?.value : value;
}

export function isSecret(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && (value as Record<string, unknown>)[SIGNATURE] === SECRET
  );
}

// A part of the engine's protocol.
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";
