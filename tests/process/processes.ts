import { afterEach, expect } from "@jest/globals";
import type { JsonObject } from "../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { KEY, startPlatform } from "../support/platform";
import { FakeEngine, type ProcessOptions, ProviderProcess } from "../support/provider-process";

export const urnOf = (type: string) =>
  `urn:pulumi:dev::demo::pulumi-nodejs:dynamic/cloudplatform:${type}::it`;

/** Starts platforms, engines and provider processes, and ends them after the test. */
export function useProcesses() {
  const open: Array<() => unknown> = [];
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });
  const onTestEnd = (close: () => unknown) => void open.push(close);
  return {
    onTestEnd,

    async platformOf(options?: SimulatorOptions): Promise<Simulator> {
      const platform = await startPlatform(options);
      onTestEnd(() => platform.close());
      return platform;
    },

    async startEngine(): Promise<FakeEngine> {
      const engine = await FakeEngine.start();
      onTestEnd(() => engine.shutDown());
      return engine;
    },

    async processOf({ url }: { url: string }, options?: ProcessOptions): Promise<ProviderProcess> {
      const config = {
        "cloudplatform:apiKey": KEY,
        "cloudplatform:baseUrl": url,
        "cloudplatform:maxRetries": "0",
      };
      const process = await ProviderProcess.start({ config, ...options });
      onTestEnd(() => process.stop());
      return process;
    },
  };
}

/** The properties that the program registers for a resource. */
function registered(args: JsonObject, type = "Router"): JsonObject {
  const provider = `exports.handler=()=>require("pulumi-cloudplatform/provider").${type}`;
  return { __provider: provider, __urn: urnOf(type), ...args };
}

/** The inputs that `check` returns for valid arguments. */
export async function checked(process: ProviderProcess, args: JsonObject, type?: string) {
  const { inputs, failures } = await process.check({}, registered(args, type));
  expect(failures).toEqual([]);
  return inputs;
}
