import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { type Result, root, start } from "../support/command";
import { KEY, startPlatform } from "../support/platform";
import { Stack } from "../support/stack";
import { ObjectStore } from "./object-store";

// examples/gitops without stored keys: its scripts get them with the identity of the job.

const PASSPHRASE = "passphrase-that-nobody-may-see";
const IDENTITY = "identity-of-the-job";

let platform: Simulator;
let store: ObjectStore;
let stack: Stack;
/** The identity provider of GitHub, the secret store, and the service that gives keys of the object store. */
let server: Server;
let url: string;
const requests: string[] = [];
let secret: Record<string, string>;

const CREDENTIALS = `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
<Credentials><AccessKeyId>S3RVER</AccessKeyId><SecretAccessKey>S3RVER</SecretAccessKey><SessionToken>session</SessionToken>
<Expiration>2099-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;

async function answer(method: string, path: string, text: string): Promise<[status: number, body: string]> {
  if (path.startsWith("/token?")) return [200, JSON.stringify({ value: IDENTITY })];
  if (path === "/v1/auth/jwt/login") {
    const isKnown = JSON.parse(text).jwt === IDENTITY && JSON.parse(text).role === "deploy";
    return isKnown ? [200, JSON.stringify({ auth: { client_token: "vault-token" } })] : [403, "{}"];
  }
  if (path === "/v1/secret/data/network") return [200, JSON.stringify({ data: { data: secret } })];
  if (method === "POST" && text.includes("Action=AssumeRoleWithWebIdentity"))
    return text.includes(IDENTITY) ? [200, CREDENTIALS] : [403, ""];
  return [404, ""];
}

beforeAll(async () => {
  platform = await startPlatform({ taskTime: 0 });
  store = await ObjectStore.start();
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", async () => {
      const { method = "", url: path = "" } = request;
      requests.push(`${method} ${path.replace(/\?.*audience=/, "?audience=")}`);
      const [status, body] = await answer(method, path, text);
      response.writeHead(status, { "content-type": body.startsWith("<") ? "text/xml" : "application/json" });
      response.end(body);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { AWS_ACCESS_KEY_ID: _, AWS_SECRET_ACCESS_KEY: __, PULUMI_BACKEND_URL = "", ...env } = store.env;
  // An endpoint in the address would be that of the service for keys, too.
  const [, endpoint = ""] = /endpoint=([^&]+)&/.exec(PULUMI_BACKEND_URL) ?? [];
  stack = await Stack.create({
    project: "examples/gitops",
    env: {
      ...env,
      PULUMI_BACKEND_URL: PULUMI_BACKEND_URL.replace(`endpoint=${endpoint}&`, ""),
      AWS_ENDPOINT_URL_S3: endpoint,
      PULUMI_STACK: "production",
      PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
      AWS_ENDPOINT_URL_STS: url,
      AWS_REGION: "eu-central-1",
      GITHUB_ACTIONS: "",
      GITLAB_CI: "",
    },
  });
  const file = join(root, "examples", "gitops", "Pulumi.production.yaml");
  const config = readFileSync(file, "utf8").replace("https://api.example.com", platform.url);
  stack.write("Pulumi.production.yaml", config);
});

beforeEach(() => {
  requests.length = 0;
  secret = { CLOUDPLATFORM_API_KEY: KEY, PULUMI_CONFIG_PASSPHRASE: PASSPHRASE, OTHER: "unused" };
});

afterAll(async () => {
  stack?.remove();
  server?.close();
  await Promise.all([platform?.close(), store?.close()]);
});

const JOB = () => ({
  AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/deploy",
  VAULT_ADDR: url,
  VAULT_ROLE: "deploy",
  VAULT_SECRET: "secret/data/network",
  ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?id=1`,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "request-token",
});

async function run(command: string, env: NodeJS.ProcessEnv): Promise<Result> {
  const { PULUMI_CONFIG_PASSPHRASE: _, ...own } = stack.env;
  const result = await start("bash", ["-euc", command], { cwd: stack.folder, env: { ...own, ...env } }).ended;
  for (const text of [KEY, PASSPHRASE, IDENTITY, "vault-token"]) expect(result.output).not.toContain(text);
  return result;
}

test("a deployment gets the key, the passphrase and the keys of the object store with the identity of the job", async () => {
  const init = 'eval "$(node scripts/sign-in.mts)"; pulumi stack init production';
  const created = await run(init, JOB());
  expect([created.code, created.output]).toEqual([0, created.output]);
  const { code, output } = await run("scripts/deploy.sh", JOB());
  expect([code, output]).toEqual([0, output]);
  expect(platform.routers.all().map(({ name }) => name)).toEqual(["production-edge"]);
  expect(requests).toEqual(
    expect.arrayContaining([
      "GET /token?audience=sts.amazonaws.com",
      `GET /token?audience=${encodeURIComponent(url)}`,
      "POST /v1/auth/jwt/login",
      "GET /v1/secret/data/network",
    ]),
  );
});

test("at GitLab the tokens are variables of the job", async () => {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: _, ACTIONS_ID_TOKEN_REQUEST_TOKEN: __, ...job } = JOB();
  const { code, output } = await run("scripts/drift.sh", {
    ...job,
    AWS_ID_TOKEN: IDENTITY,
    VAULT_ID_TOKEN: IDENTITY,
  });
  expect([code, output]).toEqual([0, output]);
});

test.each<[what: string, change: () => NodeJS.ProcessEnv, message: string]>([
  [
    "the job has no identity",
    () => ({ ACTIONS_ID_TOKEN_REQUEST_URL: "" }),
    "the job has no identity: set id-token",
  ],
  ["the secret store refuses the role", () => ({ VAULT_ROLE: "other" }), "/v1/auth/jwt/login answered 403"],
  [
    "the secret does not exist",
    () => ({ VAULT_SECRET: "secret/data/none" }),
    "/v1/secret/data/none answered 404",
  ],
  [
    "the secret has no key",
    () => {
      secret = {};
      return {};
    },
    "has none of CLOUDPLATFORM_API_KEY",
  ],
])("where %s, the script ends before anything is deployed", async (_, change, message) => {
  platform.clearRequests();
  const { code, output } = await run("scripts/deploy.sh", { ...JOB(), ...change() });
  expect([code, output]).toEqual([1, expect.stringContaining(`sign-in: `)]);
  expect(output).toContain(message);
  expect(platform.requests).toEqual([]);
});
