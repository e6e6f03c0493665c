import * as pulumi from "@pulumi/pulumi";
import type { Accounts } from "../account/accounts";
import { isExposed } from "../account/exposure";
import type { Api } from "../api/platform";
import type { FunctionHandler } from "../contract/function";
import { SETTINGS } from "../errors/configuration";
import { FUNCTIONS } from "../errors/functions";
import { systemClock } from "../util/clock";
import { version } from "../util/version";
import { validate } from "../validation/validate";
import { hidingStacks, InvalidArguments } from "./errors";
import { settingsOf } from "./provider";

/** Arguments as the Output form takes them: each may come from a resource. */
export type InputsOf<A> = { [K in keyof A]: pulumi.Input<A[K]> };

type Load<A extends object, R> = () => { handler: FunctionHandler<A, R> };

/**
 * A function of the package, as programs call it: plain, or on Outputs. Dynamic providers serve no functions, so it
 * runs in the program's own process, in previews as well. Its handler, and with it the way to the platform, is loaded
 * when it is first called.
 */
export class PlatformFunction<A extends object, R extends object> {
  constructor(
    private readonly name: string,
    private readonly load: Load<A, R>,
    /** Of a function that acts: what of its result beside the arguments is unknown in previews, where it does not act. */
    private readonly outcomes?: ReadonlyArray<keyof R>,
  ) {}

  async invoke(args: A, opts: pulumi.InvokeOptions = {}): Promise<R> {
    return hidingStacks(async () => this.call(args, await whenKnown(settingsOf(opts), this.name)));
  }

  /** Waits for the arguments and for what it depends on; unknown where one of them is, secret where one is. */
  output(args: InputsOf<A>, opts: pulumi.InvokeOutputOptions = {}): pulumi.Output<R> {
    // The key is secret, what it gets is not.
    const settings = pulumi.unsecret(settingsOf(opts));
    return pulumi
      .all([pulumi.output(args), settings, pulumi.output(opts.dependsOn).apply(whenReady)])
      .apply(([known, values]) => hidingStacks(() => this.call(known as A, values))) as pulumi.Output<R>;
  }

  private async call(args: A, settings: Settings): Promise<R> {
    const { handler } = this.load();
    const failures = validate(handler.args, args, "function");
    if (failures.length > 0) throw new InvalidArguments(this.name, failures);
    const platform = apiOf(settings);
    if (this.outcomes && pulumi.runtime.isDryRun()) return this.unknownResult(args, this.outcomes);
    return handler.call(args, platform);
  }

  private unknownResult(args: A, outcomes: ReadonlyArray<keyof R>): R {
    const unknowns = outcomes.map((name) => [name, pulumi.unknown]);
    return { ...args, ...Object.fromEntries(unknowns) } as unknown as R;
  }
}

type Settings = Record<string, string | undefined>;

/** The settings, for a call that cannot wait until they are known. */
async function whenKnown(settings: pulumi.Output<Settings>, name: string): Promise<Settings> {
  const { isKnown } = settings as unknown as { isKnown: Promise<boolean> };
  if (!(await isKnown)) throw new pulumi.RunError(FUNCTIONS.unknownSettings.message({ name }));
  return new Promise((resolve) => {
    settings.apply(resolve);
  });
}

let accounts: Accounts | undefined;

/** One platform an account for the whole program, as in the provider process. */
function apiOf(settings: Settings): Api {
  accounts ??= openAccounts();
  const { configuration, platform } = accounts.get({ get: (key) => settings[key] });
  if (isExposed(configuration)) warnOnce(SETTINGS.keyInClearText.message());
  return platform.api;
}

/** Only when it is needed: most programs call no function, and the way to the platform takes its time to load. */
function openAccounts(): Accounts {
  const { Accounts: Opened } = require("../account/accounts") as typeof import("../account/accounts");
  return new Opened(systemClock, version);
}

let warned = false;

function warnOnce(text: string): void {
  if (!warned) void pulumi.log.warn(text);
  warned = true;
}

/** Known when everything that is depended on is made; a component is when all of its children are. */
function whenReady(dependencies: pulumi.Resource | pulumi.Resource[] | undefined): pulumi.Output<unknown> {
  return pulumi.all([dependencies ?? []].flat().flatMap((resource) => idsOf(resource)));
}

function idsOf(resource: pulumi.Resource): pulumi.Output<string>[] {
  if (pulumi.CustomResource.isInstance(resource)) return [resource.id];
  const { __childResources: children = new Set() } = resource as { __childResources?: Set<pulumi.Resource> };
  return [resource.urn, ...[...children].flatMap(idsOf)];
}
