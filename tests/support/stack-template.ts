import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./command";
import { ADMIN_KEY, KEY } from "./platform";

/** What `pulumi stack init` and `pulumi config set --secret` write for a new stack. */
export interface StackTemplate {
  /** The state of the empty stack `dev` of the project `demo`. */
  state: string;
  /** The salt in the stack's configuration. */
  salt: string;
  /** Ciphertexts for that salt, by their values. */
  encrypted: Record<string, string>;
}

export const STACK_NAME = "dev";
export const PROJECT_NAME = "demo";

const SECRETS = [KEY, ADMIN_KEY];

/** Returns the template. The CLI creates it once, and a file caches it for all tests and runs. */
export async function stackTemplate(env: NodeJS.ProcessEnv): Promise<StackTemplate> {
  const cache = join(root, "node_modules", ".cache", "stack-templates");
  const file = join(cache, `${fingerprint(env)}.json`);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    // Several workers may do this at the same time. The file is renamed only when it is complete.
    const own = `${file}.${process.pid}`;
    writeFileSync(own, JSON.stringify(await makeTemplate(env)));
    renameSync(own, file);
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Differs if the CLI or the secrets differ. */
function fingerprint({ PATH, PULUMI_CONFIG_PASSPHRASE }: NodeJS.ProcessEnv): string {
  const source = JSON.stringify([PATH, PULUMI_CONFIG_PASSPHRASE, SECRETS]);
  return createHash("sha256").update(source).digest("hex").slice(0, 16);
}

async function makeTemplate(base: NodeJS.ProcessEnv): Promise<StackTemplate> {
  const home = mkdtempSync(join(tmpdir(), "cloudplatform-template-"));
  try {
    const { PULUMI_STACK: _, ...others } = base;
    const env = {
      ...others,
      PULUMI_HOME: join(home, "pulumi"),
      PULUMI_BACKEND_URL: `file://${home}?metadata=skip`,
    };
    const pulumi = (...args: string[]) => run("pulumi", [...args, "--non-interactive"], { cwd: home, env });
    writeFileSync(join(home, "Pulumi.yaml"), `name: ${PROJECT_NAME}\nruntime: nodejs\n`);
    await pulumi("stack", "init", STACK_NAME);
    const secrets = SECRETS.flatMap((value, index) => ["--secret", `key${index}=${value}`]);
    await pulumi("config", "set-all", ...secrets);
    const config = readFileSync(join(home, `Pulumi.${STACK_NAME}.yaml`), "utf8");
    return {
      state: readFileSync(join(home, ".pulumi", "stacks", PROJECT_NAME, `${STACK_NAME}.json`), "utf8"),
      salt: textAfter("encryptionsalt: ", config),
      encrypted: Object.fromEntries(
        SECRETS.map((value, index) => [
          value,
          textAfter(`${PROJECT_NAME}:key${index}:\n    secure: `, config),
        ]),
      ),
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The text from the end of `text` to the end of the line. */
function textAfter(text: string, config: string): string {
  const [, rest] = config.split(text);
  if (rest === undefined) throw new Error(`"${text}" is not in the configuration:\n${config}`);
  return rest.slice(0, rest.indexOf("\n"));
}
