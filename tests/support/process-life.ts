import type { JsonObject } from "../../sdk/src/util/json";
import { EngineRules, type Methods } from "./engine-rules";
import { type MethodError, type ProcessOptions, ProviderProcess } from "./provider-process";

/** A resource in the life that EngineRules gives it, in provider processes as the CLI starts them, one each run. */
export class ProcessLife extends EngineRules {
  private process: ProviderProcess | undefined;
  private output = "";

  constructor(
    type: string,
    /** Those of the next process. */
    private readonly options: () => ProcessOptions,
    name = "edge",
  ) {
    super(type, name);
  }

  override async restart(): Promise<void> {
    await this.stop();
    this.process = await ProviderProcess.start(this.options());
  }

  /** Ends the process. Tells what all of them have printed, but for the port that each begins with. */
  async stop(): Promise<string> {
    const ended = await this.process?.stop();
    this.process = undefined;
    if (ended) this.output += ended.stdout.replace(/^\d+\n/, "") + ended.stderr;
    return this.output;
  }

  protected get methods(): Methods {
    const { process } = this;
    if (!process) throw new Error("No process has been started.");
    return {
      check: async (olds, news) => {
        const { inputs, failures } = await process.check(news, olds);
        return { inputs: inputs as JsonObject, failures };
      },
      diff: async (id, olds, news) => {
        const { changes, ...rest } = await process.diff(id, olds, news);
        return { ...(changes !== "unknown" && { changes: changes === "some" }), ...rest };
      },
      create: async (inputs) => {
        const { id, outputs } = await process.create(inputs).catch(unpacked);
        return { id, outs: outputs as JsonObject };
      },
      read: async (id, properties) => {
        const { id: seen, outputs, inputs } = await process.read(id, properties);
        return { id: seen, props: outputs as JsonObject, inputs: inputs as JsonObject };
      },
      update: async (id, olds, news) => {
        const { outputs } = await process.update(id, olds, news).catch(unpacked);
        return { outs: outputs as JsonObject };
      },
      delete: (id, properties) => process.delete(id, properties),
    };
  }
}

/** A failure with what the engine keeps of it, as the code of the resource has thrown it. */
function unpacked(error: MethodError): never {
  throw Object.assign(new Error(error.message), error.partial);
}
