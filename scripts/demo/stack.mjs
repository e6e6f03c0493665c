import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectEnv, root } from "../setup/paths.mjs";
import { command } from "./print.mjs";

/** The user pressed Ctrl-C. */
export class Interrupted extends Error {}

/** A throw-away stack of the root project: its backend, its settings and Pulumi's home are in a temporary folder. */
export class Stack {
  #folder = fs.mkdtempSync(path.join(os.tmpdir(), "cloudplatform-demo-"));
  #config = path.join(this.#folder, "Pulumi.demo.yaml");
  #options = ["--stack", "demo", "--config-file", this.#config];
  #platform;

  constructor(platform) {
    this.#platform = platform;
  }

  async create() {
    fs.mkdirSync(path.join(this.#folder, "backend"));
    await this.#init();
    await this.#quietly(["config", "set", "cloudplatform:baseUrl", this.#platform.baseUrl]);
    await this.#quietly(["config", "set", "--secret", "cloudplatform:apiKey", this.#platform.apiKey]);
  }

  /** The CLI writes a new stack's settings beside Pulumi.yaml; they are taken away from there at once. */
  async #init() {
    const written = path.join(root, "Pulumi.demo.yaml");
    if (fs.existsSync(written))
      throw new Error("there is a stack named demo in this project already: remove Pulumi.demo.yaml first");
    try {
      await this.#quietly(["stack", "init", "demo"], []);
      fs.copyFileSync(written, this.#config);
    } finally {
      fs.rmSync(written, { force: true });
    }
  }

  /** Writes the routers into the stack's settings; JSON is YAML. */
  declare(routers) {
    const text = fs.readFileSync(this.#config, "utf8").replace(/\n {2}cloudplatform:routers:.*/s, "\n");
    fs.writeFileSync(this.#config, `${text.trimEnd()}\n  cloudplatform:routers:\n${yaml(routers, "    ")}`);
  }

  /** The settings as they are in the file. */
  configuration() {
    return fs
      .readFileSync(this.#config, "utf8")
      .replace(/^encryptionsalt:.*\n/m, "")
      .trimEnd();
  }

  /** Runs the CLI as a user would, its output straight to the terminal. */
  async pulumi(args, { exitCode = 0 } = {}) {
    command(`pulumi ${args.join(" ")}`);
    const code = await this.#spawn([...args, ...this.#options], "inherit");
    if (code !== exitCode)
      throw new Error(`\`pulumi ${args.join(" ")}\` ended with ${code} in place of ${exitCode}`);
  }

  remove() {
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  async #quietly(args, options = this.#options) {
    const said = [];
    const code = await this.#spawn([...args, ...options], "pipe", (text) => said.push(text));
    if (code !== 0)
      throw new Error(`\`pulumi ${args.slice(0, 2).join(" ")}\` ended with ${code}:\n${said.join("")}`);
  }

  #spawn(args, stdio, heard) {
    const child = spawn("pulumi", args, {
      cwd: root,
      env: this.#environment(),
      stdio: ["inherit", stdio, stdio],
    });
    child.stdout?.on("data", heard);
    child.stderr?.on("data", heard);
    return ended(child);
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

/**
 * The child's exit code. On Ctrl-C the child ends by itself: a terminal tells it too, and otherwise it is told
 * here; a second Ctrl-C is for it as well.
 */
function ended(child) {
  return new Promise((resolve, reject) => {
    let interrupted = false;
    const interrupt = (signal) => {
      interrupted = true;
      if (signal === "SIGTERM" || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, interrupt);
    const leave = () => {
      for (const signal of SIGNALS) process.off(signal, interrupt);
    };
    child.once("error", (error) => {
      leave();
      reject(error);
    });
    child.once("close", (code) => {
      leave();
      if (interrupted) reject(new Interrupted());
      else resolve(code);
    });
  });
}

const SIGNALS = ["SIGINT", "SIGTERM"];

/** Block YAML of plain data: enough for settings that the demo itself writes. */
function yaml(value, indent) {
  const lines = Array.isArray(value)
    ? value.map((item) => `${indent}- ${yaml(item, `${indent}  `).trimStart()}`)
    : Object.entries(value).map(([key, item]) =>
        isPlain(item)
          ? `${indent}${key}: ${JSON.stringify(item)}\n`
          : `${indent}${key}:\n${yaml(item, `${indent}  `)}`,
      );
  return lines.join("");
}

function isPlain(value) {
  return typeof value !== "object" || value === null;
}
