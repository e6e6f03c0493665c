import * as pulumi from "@pulumi/pulumi";

/** Frozen: the text stands in every state, and a change of one byte would show as a change of every resource. */
export function providerText(type: string): string {
  return `exports.handler=()=>require("pulumi-cloudplatform/provider").${type}`;
}

/**
 * What all resources of the package are. The engine sees a dynamic resource; its provider is a line of text that
 * fetches the handler from this package when it runs, so nothing is serialised and upgrades leave states as they are.
 */
export abstract class PlatformResource extends pulumi.CustomResource {
  /** Known as soon as the rest of the state is: not in the preview of a creation or a change. */
  declare private readonly __declared: pulumi.Output<string | undefined>;

  protected constructor(
    type: string,
    name: string,
    args: object,
    /** Every output that is no input, so that it resolves. */
    outputs: readonly string[],
    opts: pulumi.CustomResourceOptions = {},
  ) {
    const token = `pulumi-nodejs:dynamic/cloudplatform:${type}`;
    super(
      token,
      name,
      {
        __declared: undefined,
        ...Object.fromEntries(outputs.map((output) => [output, undefined])),
        ...args,
        __provider: providerText(type),
        __urn: withoutDependencies(pulumi.createUrn(name, token, opts.parent)),
        __org: organization(),
        __secret: secretNames(args),
        __timeouts: isEmpty(opts.customTimeouts) ? undefined : opts.customTimeouts,
      },
      opts,
    );
  }

  /**
   * An input that comes back with more in it than was declared: in the preview of a change it is unknown until it
   * has that, so that programs do not meet half of it.
   */
  protected whole<T>(output: pulumi.Output<T>, isWhole: (value: T) => boolean): pulumi.Output<T> {
    if (!pulumi.runtime.isDryRun()) return output;
    const settled = pulumi.all([output, this.__declared]).apply(([value]) => value as T);
    return output.apply((value) => (isWhole(value) ? output : settled)) as unknown as pulumi.Output<T>;
  }
}

/**
 * The value without what it depends on. A URN depends on the parent, and who depends on a component waits for all that
 * is in it: two resources of one component would wait for each other.
 */
function withoutDependencies(output: pulumi.Output<string>): Promise<string> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}

/** Two stacks of one name in two organizations have the same URNs. Undefined where there is no stack, as in tests. */
function organization(): string | undefined {
  try {
    return pulumi.getOrganization();
  } catch {
    return undefined;
  }
}

/** The names of the arguments that are secret: what the provider prints does not contain their values. */
async function secretNames(args: object): Promise<string[] | undefined> {
  const secret = await Promise.all(
    Object.entries(args).map(async ([name, value]) => ((await isSecret(value)) ? [name] : [])),
  );
  return secret.flat().length > 0 ? secret.flat() : undefined;
}

/** Also a value that has a secret somewhere in it. */
function isSecret(value: unknown): Promise<boolean> {
  return pulumi.isSecret(pulumi.output(value));
}

function isEmpty(options: object | undefined): boolean {
  return options === undefined || Object.values(options).every((value) => value === undefined);
}
