import * as pulumi from "@pulumi/pulumi";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";

/** Whether the program runs under `pulumi.runtime.setMocks`, which puts this monitor in the place of the engine. */
export function isMocked(): boolean {
  return pulumi.runtime.getMonitor() instanceof MockMonitor;
}

/** The result of the mocks' `call` for a function of the package. */
export function callMocks(
  name: string,
  args: object,
  provider: pulumi.ProviderResource | undefined,
): Promise<unknown> {
  return pulumi.runtime.invoke(`cloudplatform:index:${name}`, args, provider ? { provider } : {});
}
