import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "../../sdk/src/cli/main";
import { typeToken } from "../../sdk/src/pulumi/names";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { useCleanup } from "./handler-setup";
import { KEY, startPlatform } from "./platform";
import { printed } from "./printed";
import { useTemporaryFolder } from "./temporary-folder";

/** A stack of the project of this repository, in whose folder the command runs. */
export const STACK = "urn:pulumi:dev::cloudplatform-stack";
const DEFAULT_PROVIDER = `${STACK}::pulumi:providers:pulumi-nodejs::default::1`;

/** A step of a preview. */
export interface Step {
  op?: string;
  type?: string;
  name: string;
  /** The inputs. */
  after?: object;
  /** The outputs in the state. */
  before?: object;
  id?: string;
  /** Default: the stack's configuration. */
  provider?: string;
}

/** The step as Pulumi prints it. */
export function stepOf({ op = "create", type = "Router", name, after, before, id, ...others }: Step): object {
  const token = type.includes(":") ? type : typeToken(type);
  const common = { type: token, provider: DEFAULT_PROVIDER, propertyDependencies: {}, ...others };
  return {
    op,
    urn: `${STACK}::${token}::${name}`,
    ...(before && { oldState: { ...common, id, inputs: before, outputs: before } }),
    ...(after && { newState: { ...common, inputs: after } }),
  };
}

export const PLACE = { projectId: 1, regionId: 2 };

export const routers = (count: number): Step[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `r${index}`,
    after: { ...PLACE, name: `router ${index}` },
  }));

/** Runs `preflight --preview FILE` in the process of the test. What it opens is closed after each test. */
export function usePreflight() {
  const { closeLater } = useCleanup();
  const folder = useTemporaryFolder();

  async function preflight({ url }: Pick<Simulator, "url">, steps: Step[], ...args: string[]) {
    const file = join(folder.path, "preview.json");
    const config = {
      "cloudplatform:baseUrl": url,
      "cloudplatform:apiKey": KEY,
      "cloudplatform:maxRetries": "0",
    };
    writeFileSync(file, JSON.stringify({ config, steps: steps.map(stepOf), changeSummary: {} }));
    const run = () => main(["preflight", "--preview", file, ...args]);
    const { stdout, stderr, result: code } = await printed(run);
    return { code, stdout, stderr };
  }

  return {
    closeLater,
    preflight,
    start: async (options?: SimulatorOptions) => closeLater(await startPlatform(options)),
  };
}
