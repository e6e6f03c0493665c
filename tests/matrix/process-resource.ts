import { type ProcessOptions, ProviderProcess } from "../support/provider-process";
import { TestResource } from "../support/test-resource";

/** A resource whose provider runs in real provider processes, a new one for each run, as under the CLI. */
export class ProcessResource extends TestResource {
  private process: ProviderProcess | undefined;
  private output = "";

  constructor(
    type: string,
    /** The options of the next process. */
    private readonly options: () => ProcessOptions,
  ) {
    super(type, "edge");
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

  protected get methods(): ProviderProcess {
    if (!this.process) throw new Error("No provider process was started.");
    return this.process;
  }
}
