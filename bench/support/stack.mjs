import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { projectEnv, root } from "../../scripts/setup/paths.mjs";
import { watchProcesses } from "./processes.mjs";

const STACK = "bench";

/** How many resources a run works on at once. */
export const PARALLELISM = 10;
export const PARALLEL = ["--parallel", String(PARALLELISM)];

/** @typedef {{ seconds: number, printed: string } & import("./processes.mjs").Usages} Run One run of the CLI. */

/**
 * A stack in a temporary folder, with its state in a file. The CLI runs as users run it: the program in a process of its
 * own, and no cache of compiled code.
 */
export class Stack {
  #folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "cloudplatform-bench-")));
  #project = path.join(this.#folder, "project");
  #env = this.#environment();

  /**
   * @param {string} program A folder of bench/programs.
   * @param {Record<string, string | number>} config
   * @returns {Promise<Stack>}
   */
  static async create(program, config) {
    const stack = new Stack(program);
    await stack.#pulumi("stack", "init", STACK);
    await stack.configure(config);
    return stack;
  }

  constructor(program) {
    fs.mkdirSync(path.join(this.#folder, "backend"));
    fs.cpSync(path.join(root, "bench", "programs", program), this.#project, { recursive: true });
    fs.writeFileSync(path.join(this.#project, "Pulumi.yaml"), "name: bench\nruntime: nodejs\n");
    fs.writeFileSync(path.join(this.#project, "package.json"), '{ "name": "bench", "private": true }\n');
    fs.symlinkSync(path.join(root, "node_modules"), path.join(this.#project, "node_modules"), "junction");
  }

  /** The path of a file of the project. */
  path(name) {
    return path.join(this.#project, name);
  }

  /** Writes a file of the project. */
  write(name, text) {
    fs.writeFileSync(this.path(name), text);
  }

  /** @param {Record<string, string | number>} config */
  async configure(config) {
    const values = Object.entries(config).flatMap(([key, value]) => ["--plaintext", `${key}=${value}`]);
    await this.#pulumi("config", "set-all", ...values);
  }

  /** @param {Record<string, string>} variables Of the next runs. */
  setEnvironment(variables) {
    this.#env = { ...this.#env, ...variables };
  }

  /**
   * `up`, `refresh` or `destroy`.
   *
   * @param {"up" | "refresh" | "destroy"} command
   * @param {string[]} options
   */
  run(command, ...options) {
    return this.#pulumi(command, "--yes", "--skip-preview", ...options);
  }

  /** @param {string[]} options */
  upAfterPreview(...options) {
    return this.#pulumi("up", "--yes", ...options);
  }

  /**
   * What `pulumi preview --json` prints.
   *
   * @param {string[]} options
   */
  async preview(...options) {
    const { printed } = await this.#pulumi("preview", "--json", ...options);
    return printed;
  }

  /** The size of the state's file. */
  stateBytes() {
    return fs.statSync(this.#stateFile).size;
  }

  /** The resources in the state's file. */
  resources() {
    return JSON.parse(fs.readFileSync(this.#stateFile, "utf8")).checkpoint.latest.resources;
  }

  get #stateFile() {
    return path.join(this.#folder, "backend", ".pulumi", "stacks", "bench", `${STACK}.json`);
  }

  remove() {
    fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /**
   * @param {string[]} args
   * @returns {Promise<Run>}
   */
  async #pulumi(...args) {
    const begin = performance.now();
    const processes = watchProcesses(this.#env.PULUMI_HOME);
    const child = spawn("pulumi", [...args, "--non-interactive"], {
      cwd: this.#project,
      env: this.#env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [printed, errors] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => {
      printed += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    const code = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    const usages = processes.stop();
    if (code !== 0) throw new Error(`\`pulumi ${args.join(" ")}\` ended with ${code}:\n${printed}${errors}`);
    return { seconds: (performance.now() - begin) / 1000, printed, ...usages };
  }

  #environment() {
    const own = Object.entries(projectEnv()).filter(
      ([name]) => !/^(PULUMI_|CLOUDPLATFORM_|NODE_OPTIONS$|NODE_COMPILE_CACHE$|npm_)/.test(name),
    );
    return {
      ...Object.fromEntries(own),
      PULUMI_HOME: path.join(this.#folder, "home"),
      PULUMI_BACKEND_URL: `file://${path.join(this.#folder, "backend")}`,
      PULUMI_CONFIG_PASSPHRASE: "bench",
      PULUMI_STACK: STACK,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    };
  }
}

/**
 * A stack for some work, which is removed afterwards.
 *
 * @template T
 * @param {string} program
 * @param {Record<string, string | number>} config
 * @param {(stack: Stack) => Promise<T>} work
 */
export async function withStack(program, config, work) {
  const stack = await Stack.create(program, config);
  try {
    return await work(stack);
  } finally {
    stack.remove();
  }
}
