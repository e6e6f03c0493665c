import * as pulumi from "@pulumi/pulumi";
import { validate } from "../../../operation/inputs/validate";
import type { Accounts } from "../../../platform/accounts";
import type { Platform } from "../../../platform/platform";
import { callPlatform, type FunctionHandler, previewCall } from "../../../pulumi/function-call";
import { collecting, isMocked } from "../../../pulumi/internals/mocks";
import { getStore, runOfProgram } from "../../../pulumi/internals/run";
import { systemClock } from "../../../util/clock";
import type { JsonObject } from "../../../util/json";
import { type Mask, secretMask } from "../../../util/secrets";
import { FUNCTIONS, InvalidArguments, preparingErrors, runError } from "./errors";
import { providerOf, settingsOf } from "./provider";
import { type InputsOf, secretNames, whenKnown } from "./values";

type Load<A extends object, R> = () => { handler: FunctionHandler<A, R> };

/**
 * A function of the package, in its plain and its Output form. Dynamic providers support no functions, so it runs in the
 * program's process, also in previews. Its handler, and with it the HTTP client, is loaded on the first call.
 */
export class PlatformFunction<A extends object, R extends object> {
  constructor(
    private readonly name: string,
    private readonly load: Load<A, R>,
  ) {}

  readonly invoke = async (args: A, opts: pulumi.InvokeOptions = {}): Promise<R> =>
    preparingErrors(async () => this.call(args, await knownSettings(opts, this.name), opts));

  /** Waits for the arguments and for `dependsOn`. The result is unknown or secret if one of them is. */
  readonly output = (args: InputsOf<A>, opts: pulumi.InvokeOutputOptions = {}): pulumi.Output<R> => {
    // The key is secret, but results are not secret because of it.
    const settings = pulumi.unsecret(settingsOf(opts));
    return pulumi
      .all([pulumi.output(args), settings, pulumi.output(opts.dependsOn).apply(whenReady)])
      .apply(([known, values]) =>
        collecting(async () => {
          const mask = secretMask(await secretNames(args), known as JsonObject);
          return preparingErrors(() => this.call(known as A, values, opts, mask), mask);
        }),
      ) as pulumi.Output<R>;
  };

  private async call(
    args: A,
    settings: Settings,
    opts: pulumi.InvokeOptions,
    mask: Mask = (text) => text,
  ): Promise<R> {
    const { handler } = this.load();
    const failures = validate(handler.args, args, "function");
    if (failures.length > 0) throw new InvalidArguments(this.name, failures);
    const platform = isMocked() ? undefined : platformOf(settings);
    if (handler.outcomes && pulumi.runtime.isDryRun())
      return previewCall(this.name, handler, args, pulumi.unknown) as R;
    if (platform) return callPlatform(this.name, handler, args, platform, { mask, warn: warnOnce });
    const provider = providerOf(opts);
    return pulumi.runtime.invoke(`cloudplatform:index:${this.name}`, args, provider ? { provider } : {});
  }
}

type Settings = Record<string, string | undefined>;

/** The settings for a call of the plain form, which cannot wait for unknown values. */
async function knownSettings(opts: pulumi.InvokeOptions, name: string): Promise<Settings> {
  const settings = await whenKnown(settingsOf(opts));
  if (settings === undefined) throw runError(FUNCTIONS.unknownSettings.error({ name }));
  return settings;
}

/**
 * The accounts of the program, with one Platform each, as in the provider process. A process may have several runs, and
 * the accounts of a run end with it.
 */
const accounts = new WeakMap<object, Accounts>();

function platformOf(settings: Settings): Platform {
  const store = getStore();
  // The HTTP client takes long to load, and most programs call no function.
  const { Accounts: Opened } =
    require("../../../platform/accounts") as typeof import("../../../platform/accounts");
  const options = { process: "program", warn: warnOnce, ...runOfProgram() } as const;
  const known = accounts.get(store) ?? new Opened(systemClock, options);
  accounts.set(store, known);
  return known.get({ get: (key) => settings[key] });
}

const warned = new Set<string>();

function warnOnce(text: string): void {
  if (!warned.has(text)) void pulumi.log.warn(text);
  warned.add(text);
}

/** Known when all dependencies are created; for a component, when all of its children are created. */
function whenReady(dependencies: pulumi.Resource | pulumi.Resource[] | undefined): pulumi.Output<unknown> {
  return pulumi.all([dependencies ?? []].flat().flatMap((resource) => idsOf(resource)));
}

function idsOf(resource: pulumi.Resource): pulumi.Output<string>[] {
  if (pulumi.CustomResource.isInstance(resource)) return [resource.id];
  const { __childResources: children = new Set() } = resource as { __childResources?: Set<pulumi.Resource> };
  return [resource.urn, ...[...children].flatMap(idsOf)];
}
