import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectEnv, root } from "../setup/paths.mjs";
import { command } from "./print.mjs";

/** The user pressed Ctrl-C. */
export class Interrupted extends Error {}

/** A temporary stack of the root project. Its state and Pulumi's home are in a temporary folder. */
export class Stack {
  #folder = fs.mkdtempSync(path.join(os.tmpdir(), "cloudplatform-demo-"));
  /** The CLI writes the configuration of the stack beside Pulumi.yaml. */
  #config = path.join(root, "Pulumi.demo.yaml");

  constructor() {
    fs.mkdirSync(path.join(this.#folder, "backend"));
    if (fs.existsSync(this.#config)) {
      fs.rmSync(this.#folder, { recursive: true });
      throw new Error("this project has a stack with the name demo already: remove Pulumi.demo.yaml first");
    }
  }

  /** The configuration as it is in the file. */
  configuration() {
    const text = fs.readFileSync(this.#config, "utf8");
    return text.replace(/^encryptionsalt:.*\n/m, "").trimEnd();
  }

  /** Runs the CLI like a user, with its output in the terminal. */
  async pulumi(args, { exitCode = 0 } = {}) {
    const text = ["pulumi", ...args.map((arg) => (arg.includes("[") ? `'${arg}'` : arg))].join(" ");
    command(text.replaceAll(" --plaintext", " \\\n    --plaintext"));
    const code = await this.#spawn(args);
    if (code !== exitCode) throw new Error(`\`${text}\` ended with ${code} instead of ${exitCode}`);
  }

  remove() {
    fs.rmSync(this.#config, { force: true });
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  #spawn(args) {
    return ended(spawn("pulumi", args, { cwd: root, env: this.#environment(), stdio: "inherit" }));
  }

  #environment() {
    return {
      ...projectEnv(),
      PULUMI_HOME: path.join(this.#folder, "home"),
      PULUMI_BACKEND_URL: `file://${path.join(this.#folder, "backend")}`,
      PULUMI_CONFIG_PASSPHRASE: "demo",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    };
  }
}

/** The exit code of the child. After Ctrl-C, the child ends by itself. */
function ended(child) {
  return new Promise((resolve, reject) => {
    let isInterrupted = false;
    const interrupt = (signal) => {
      isInterrupted = true;
      // A terminal sends SIGINT to the child as well.
      if (signal === "SIGTERM" || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, interrupt);
    child.once("error", reject);
    child.once("close", (code) => {
      for (const signal of SIGNALS) process.off(signal, interrupt);
      if (isInterrupted) reject(new Interrupted());
      else resolve(code);
    });
  });
}

const SIGNALS = ["SIGINT", "SIGTERM"];
