import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startSimulator } from "pulumi-cloudplatform-simulator";
import { projectEnv, root } from "../setup/paths.mjs";

const KEY = "recording-key";

const FILES = {
  "Pulumi.yaml": "name: network\nruntime: nodejs\n",
  "package.json": '{ "private": true, "main": "index.ts" }\n',
  "tsconfig.json": JSON.stringify({
    compilerOptions: { target: "es2022", module: "nodenext", strict: true, skipLibCheck: true },
  }),
};

/** A project in a temporary folder, with a stack at a simulator. Its environment has nothing of this machine's Pulumi. */
export class Project {
  /**
   * @param {{ seed: number }} options The seed decides the ids that the simulator assigns.
   */
  static async create({ seed }) {
    const platform = await startSimulator({ apiKeys: [KEY], taskTime: "manual", seed });
    const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "cloudplatform-recording-")));
    const project = new Project(home, platform);
    project.#fill();
    return project;
  }

  /**
   * @param {string} home
   * @param {import("pulumi-cloudplatform-simulator").Simulator} platform
   */
  constructor(home, platform) {
    this.home = home;
    this.platform = platform;
    this.folder = path.join(home, "network");
    this.env = environment(home);
  }

  #fill() {
    for (const folder of ["network", "backend"]) fs.mkdirSync(path.join(this.home, folder));
    for (const [name, text] of Object.entries(FILES)) this.write(name, text);
    fs.symlinkSync(path.join(root, "node_modules"), path.join(this.folder, "node_modules"), "junction");
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  write(name, text) {
    fs.writeFileSync(path.join(this.folder, name), text);
  }

  /** Creates the stack, which the recording does not show. */
  initialize() {
    this.#pulumi("stack", "init", "dev");
    this.#pulumi("config", "set", "cloudplatform:baseUrl", this.platform.url);
    this.#pulumi("config", "set", "--secret", "cloudplatform:apiKey", KEY);
  }

  /** @param {string[]} args */
  #pulumi(...args) {
    execFileSync("pulumi", args, { cwd: this.folder, env: this.env, stdio: "pipe" });
  }

  async remove() {
    await this.platform.close();
    fs.rmSync(this.home, { recursive: true, force: true });
  }
}

/** @param {string} home */
function environment(home) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(PULUMI|CLOUDPLATFORM)_|^(CI|NO_COLOR)$/.test(name),
  );
  return {
    ...projectEnv(Object.fromEntries(own)),
    PULUMI_HOME: path.join(home, "pulumi"),
    PULUMI_BACKEND_URL: `file://${path.join(home, "backend")}?metadata=skip`,
    PULUMI_CONFIG_PASSPHRASE: "recording",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    // Without the seconds of a type check.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    // bash: the prompt of the recording, and no commands of earlier sessions.
    PS1: "$ ",
    HISTFILE: "",
  };
}
