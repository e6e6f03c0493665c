import type { JsonObject } from "../../sdk/src/util/json";
import { type MethodError, type ProcessOptions, ProviderProcess } from "../support/provider-process";
import { type ProviderMethods, TestResource } from "../support/test-resource";

/** A resource whose provider runs in real provider processes, a new one for each run, as under the CLI. */
export class ProcessResource extends TestResource {
  private process: ProviderProcess | undefined;
  private output = "";

  constructor(
    type: string,
    /** The options of the next process. */
    private readonly options: () => ProcessOptions,
    name = "edge",
  ) {
    super(type, name);
  }

  override async restart(): Promise<void> {
    await this.stop();
    this.process = await ProviderProcess.start(this.options());
  }

  /** Ends the process. Returns the output of all processes, without the port that each prints first. */
  async stop(): Promise<string> {
    const ended = await this.process?.stop();
    this.process = undefined;
    if (ended) this.output += ended.stdout.replace(/^\d+\n/, "") + ended.stderr;
    return this.output;
  }

  protected get methods(): ProviderMethods {
    const { process } = this;
    if (!process) throw new Error("No provider process was started.");
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
        const { id, outputs } = await process.create(inputs).catch(throwPartialFailure);
        return { id, outs: outputs as JsonObject };
      },
      read: async (id, properties) => {
        const { id: liveId, outputs, inputs } = await process.read(id, properties);
        return { id: liveId, props: outputs as JsonObject, inputs: inputs as JsonObject };
      },
      update: async (id, olds, news) => {
        const { outputs } = await process.update(id, olds, news).catch(throwPartialFailure);
        return { outs: outputs as JsonObject };
      },
      delete: (id, properties) => process.delete(id, properties),
    };
  }
}

/** Throws the error as a handler throws it, with the id and properties of a partial failure. */
function throwPartialFailure(error: MethodError): never {
  throw Object.assign(new Error(error.message), error.partial);
}
