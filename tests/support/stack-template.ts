import { createHash, randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
  const file = templateFile(env);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    const own = `${file}.${randomUUID()}`;
    writeFileSync(own, JSON.stringify(await makeTemplate(env)));
    addOnce(own, file);
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/**
 * Names a complete file. Several tests may do this at the same time, and the first one wins: a stack that has the salt of one
 * template cannot decrypt the texts of another one.
 */
function addOnce(complete: string, file: string): void {
  try {
    linkSync(complete, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(complete);
  }
}

/** The file that caches the template. It is another one if the CLI or the secrets differ. */
function templateFile({ PATH, PULUMI_CONFIG_PASSPHRASE }: NodeJS.ProcessEnv): string {
  const source = JSON.stringify([PATH, PULUMI_CONFIG_PASSPHRASE, SECRETS]);
  const fingerprint = createHash("sha256").update(source).digest("hex").slice(0, 16);
  return join(root, "node_modules", ".cache", "stack-templates", `${fingerprint}.json`);
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
