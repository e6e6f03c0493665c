import * as pulumi from "@pulumi/pulumi";
import { INVALID_TIMEOUT } from "../../../errors/inputs";
import { placeOfProgram } from "../../../pulumi/files/record-store";
import { ConstructorStacks } from "../../../pulumi/internals/constructor-stacks";
import { isMocked } from "../../../pulumi/internals/mocks";
import { organizationOfProgram } from "../../../pulumi/internals/run";
import { pluginToken, providerText, typeToken } from "../../../pulumi/names";
import { parseDuration } from "../../../util/duration";
import { omitNullish } from "../../../util/json";
import { InvalidArguments } from "./errors";
import { checkInstallation } from "./installation";
import { checkSettingNames, keyOwnerOf } from "./provider";
import { whenKnown, withoutDependencies, withSecretNames } from "./values";

export { typeToken };

/**
 * The base class of all resources. For the engine it is a dynamic resource, whose provider is one line of code that
 * loads a provider from this package. So no code is serialised, and upgrades leave states unchanged.
 */
export abstract class PlatformResource<Args extends object = object> extends pulumi.CustomResource {
  static readonly type: string;

  /** Only named outputs resolve. */
  static readonly __outputs: readonly string[];

  /** Only in previews. Unknown in that of a creation or a change, like every output that the provider computes. */
  declare private readonly __declared: pulumi.Output<string[] | undefined>;

  constructor(name: string, args: Args, opts: pulumi.CustomResourceOptions = {}) {
    const { type: token, __outputs: outputs } = new.target;
    const type = token.slice(typeToken("").length);
    checkInstallation();
    checkSettingNames();
    checkTimeouts(type, name, opts.customTimeouts);
    // The engine does not support imports into dynamic resources: it would call `read` without the provider text.
    const { import: importId, ...options } = opts;
    const stacks = new ConstructorStacks(new.target, pulumi.CustomResource);
    try {
      super(
        token,
        name,
        {
          ...(pulumi.runtime.isDryRun() && { __declared: undefined }),
          ...Object.fromEntries(outputs.map((output) => [output, undefined])),
          ...args,
          // Absent where possible: Pulumi creates four promises for each property of a resource.
          ...omitNullish({
            __provider: providerText(type),
            __urn: withoutDependencies(pulumi.createUrn(name, token, opts.parent)),
            __org: organizationOfProgram(),
            __records: isMocked() ? undefined : placeOfProgram(),
            __account: keyOwnerOf(opts),
            __retains: opts.retainOnDelete === true ? true : undefined,
            __timeouts: isEmpty(opts.customTimeouts) ? undefined : opts.customTimeouts,
            __import: importId,
            __get: opts.id === undefined ? undefined : true,
            __preview: previewOf(opts),
          }),
        },
        {
          ...options,
          // What another language or `pulumi import` has taken into the stack is this resource.
          aliases: [...(options.aliases ?? []), { type: pluginToken(type) }],
          transformations: stacks.after(options.transformations, withSecretNames),
        },
      );
    } finally {
      stacks.end();
    }
    if (opts.id !== undefined && pulumi.runtime.isDryRun()) this.keepId(opts.id);
  }

  /**
   * Since 3.276 Pulumi's SDK takes the id of `get` for unknown in a preview if the CLI is older, and under mocks. The id that the
   * program names takes its place.
   */
  private keepId(id: pulumi.Input<pulumi.ID>): void {
    const named = pulumi.unsecret(pulumi.output(id));
    // The URN depends on the resource.
    const known = pulumi.all([whenKnown(this.id), named, this.urn]).apply(([own, other]) => own ?? other);
    Object.assign(this, { id: known });
  }

  /**
   * An input to which the platform adds values. In the preview of a change it is unknown if it does not have these
   * values yet, so that programs never get an incomplete value.
   */
  protected whole<T>(output: pulumi.Output<T>, isWhole: (value: T) => boolean): pulumi.Output<T> {
    if (!pulumi.runtime.isDryRun()) return output;
    const settled = pulumi.all([output, this.__declared]).apply(([value]) => value as T);
    return output.apply((value) => (isWhole(value) ? output : settled)) as unknown as pulumi.Output<T>;
  }
}

/** The engine refuses an invalid duration too, but its error names neither the resource nor a valid value. */
function checkTimeouts(type: string, name: string, timeouts: pulumi.CustomTimeouts = {}): void {
  const failures = Object.entries(timeouts)
    .filter(([, text]) => text !== undefined && parseDuration(String(text)) === undefined)
    .map(([operation]) => ({ property: `customTimeouts.${operation}`, reason: INVALID_TIMEOUT }));
  if (failures.length > 0) throw new InvalidArguments(`${type} "${name}"`, failures);
}

/** Whether `check` is part of a preview. */
function previewOf({ deleteBeforeReplace }: pulumi.CustomResourceOptions): "deletesFirst" | true | undefined {
  if (!pulumi.runtime.isDryRun() || isMocked()) return undefined;
  return deleteBeforeReplace ? "deletesFirst" : true;
}

function isEmpty(options: object | undefined): boolean {
  return options === undefined || Object.values(options).every((value) => value === undefined);
}

/**
 * Tests whether a value is a resource of this type, also one of another copy of the package, or one of a program in another language.
 * Policies ask with the type alone, and only of classes without a static `__pulumiType`, which stands for a single type.
 */
export function isOfType<R>(type: string) {
  const types: unknown[] = [type, pluginToken(type.slice(typeToken("").length))];
  return (value: unknown): value is R =>
    types.includes((value as { __pulumiType?: unknown } | null | undefined)?.__pulumiType);
}

/** The properties of a class that are Outputs of its own. */
type OwnOutputs<R> = {
  [K in keyof R]: R[K] extends pulumi.Output<unknown> ? K : never;
}[Exclude<keyof R, keyof pulumi.CustomResource>];

/** The names of the outputs of a class. The compiler reports a name that is missing or that the class does not have. */
export function outputNames<R>(names: Record<OwnOutputs<R>, unknown>): readonly string[] {
  return Object.keys(names);
}
