// Gets keys with the identity of the job, so that the repository stores none. Prints `export` commands for the shell of the other scripts:
// eval "$(node scripts/sign-in.mts)". docs/pipelines.md has the variables.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { env } = process;
/** What the secret store may have. */
const NAMES = ["CLOUDPLATFORM_API_KEY", "PULUMI_CONFIG_PASSPHRASE"];

/** The token of the job for this audience: GitHub issues it on request, and GitLab has it in a variable. */
async function identityToken(audience: string, variable: string): Promise<string> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = env;
  const given = env[variable];
  if (given) return given;
  if (!url)
    throw new Error(`the job has no identity: set id-token: write at GitHub, or ${variable} at GitLab`);
  const { value } = await json(`${url}&audience=${encodeURIComponent(audience)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return value;
}

/** The object store gets the token from the program that reads the state. */
async function signInToStore(): Promise<Record<string, string>> {
  const file = join(mkdtempSync(join(tmpdir(), "identity-")), "token");
  writeFileSync(file, await identityToken("sts.amazonaws.com", "AWS_ID_TOKEN"), { mode: 0o600 });
  return { AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ROLE_SESSION_NAME: env.PULUMI_STACK ?? "pulumi" };
}

/** The key from the secret store. */
async function keysOf(address: string): Promise<Record<string, string>> {
  const { VAULT_AUTH_PATH: path = "jwt", VAULT_ROLE: role, VAULT_SECRET: secret } = env;
  const jwt = await identityToken(address, "VAULT_ID_TOKEN");
  const login = { method: "POST", body: JSON.stringify({ role, jwt }) };
  const { auth } = await json(`${address}/v1/auth/${path}/login`, login);
  const { data } = await json(`${address}/v1/${secret}`, { headers: { "x-vault-token": auth.client_token } });
  // The second version of its key-value engine has the values one level deeper.
  const values: Record<string, string> = data.data ?? data;
  const found = Object.entries(values).filter(([name]) => NAMES.includes(name));
  if (found.length === 0) throw new Error(`${secret} in the secret store has none of ${NAMES.join(", ")}`);
  return Object.fromEntries(found);
}

// biome-ignore lint/suspicious/noExplicitAny: the replies of three services, of which a few fields are read
async function json(url: string, options: RequestInit): Promise<any> {
  const reply = await fetch(url, options);
  // The address of GitHub has parameters that are nobody's business.
  if (!reply.ok) throw new Error(`${url.replace(/\?.*/, "")} answered ${reply.status}`);
  return reply.json();
}

try {
  const keys = {
    ...(env.AWS_ROLE_ARN && (await signInToStore())),
    ...(env.VAULT_ADDR && (await keysOf(env.VAULT_ADDR))),
  };
  for (const [name, value] of Object.entries(keys))
    console.log(`export ${name}='${value.replaceAll("'", "'\\''")}'`);
} catch (error) {
  console.error(`sign-in: ${(error as Error).message}`);
  console.log("exit 1");
}
