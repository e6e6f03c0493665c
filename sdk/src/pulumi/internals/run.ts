import * as pulumi from "@pulumi/pulumi";
import { omitNullish } from "../../util/json";
import { runOf } from "./engine";
import { undocumented } from "./undocumented";

/** What Pulumi's SDK knows of the stack that runs in this process. Not in the types of the SDK (seen in 3.249 to 3.276). */
export interface Store {
  settings: { options: { engineAddr?: string; project?: string; stack?: string } };
}

interface StateModule {
  getStore?(): Store;
}

export function getStore(load: () => StateModule = () => require("@pulumi/pulumi/runtime/state")): Store {
  const find = () => {
    const store = load().getStore?.();
    return store?.settings?.options && store;
  };
  return undocumented("the log names no run", find, { settings: { options: {} } });
}

/** The organization of every stack, as Pulumi names it, in a backend that has no organizations. */
const DEFAULT_ORGANIZATION = "organization";

/**
 * Stacks of the same name in two organizations have the same URNs. Undefined in a backend without organizations, and
 * without a stack, as in tests.
 */
export function organizationOfProgram(): string | undefined {
  try {
    const organization = pulumi.getOrganization();
    return organization === DEFAULT_ORGANIZATION ? undefined : organization;
  } catch {
    return undefined;
  }
}

/** The run of a program, and its stack. */
export function runOfProgram(): { run: string; project?: string; stack?: string; organization?: string } {
  // Without an engine, the SDK has invented names.
  const { engineAddr, project, stack } = getStore().settings.options;
  const run = runOf(engineAddr);
  return engineAddr
    ? { run, ...omitNullish({ project, stack, organization: organizationOfProgram() }) }
    : { run };
}
