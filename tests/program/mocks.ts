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

/** Sets the configuration of the stack like the engine: every value is a text. */
export function configure(config: Record<string, unknown>, secretKeys: string[] = []): void {
  const keyOf = (name: string) => (name.includes(":") ? name : `cloudplatform:${name}`);
  const texts = Object.entries(config).map(([name, value]) => [
    keyOf(name),
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  pulumi.runtime.setAllConfig(Object.fromEntries(texts), secretKeys.map(keyOf));
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

/** The value of an output. If it fails, several promises of the output are rejected, and all of them must be handled. */
export async function resolved<T>(output: pulumi.Output<T>): Promise<T> {
  const { isKnown, isSecret, ...inner } = innerOf(output);
  await Promise.allSettled([isKnown, isSecret]);
  return inner.promise();
}

/** Whether an output is known and whether it is secret, with its value. */
export async function describeOutput<T>(output: pulumi.Output<T>) {
  const inner = innerOf(output);
  const known = await inner.isKnown;
  return { known, secret: await inner.isSecret, value: known ? await inner.promise() : undefined };
}

/** Not in the types of the SDK. */
function innerOf<T>(output: pulumi.Output<T>) {
  const { isKnown, isSecret } = output as unknown as Record<"isKnown" | "isSecret", Promise<boolean>>;
  return { isKnown, isSecret, promise: () => (output as unknown as { promise(): Promise<T> }).promise() };
}

/** The value of a secret in the form in which the engine receives it. */
export function unwrapped(value: unknown): unknown {
  return isSecret(value) ? value.value : value;
}

export function isSecret(value: unknown): value is { value?: unknown } {
  return (
    typeof value === "object" && value !== null && (value as Record<string, unknown>)[SIGNATURE] === SECRET
  );
}

// A part of the engine's protocol.
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";
