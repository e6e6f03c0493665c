import { appendFileSync, existsSync, readFileSync } from "node:fs";

// Writes the result of a preview as a comment on the pull request, and the result of a drift check as an issue. In GitHub Actions, the
// summary of the job has the same text, and that of a saved plan. Nothing is written where nothing changes:
//
//   node scripts/report.mts preview <exit code> <log> <exit code of preflight> <Markdown of preflight>
//   node scripts/report.mts drift <exit code> <JSON of pulumi refresh>
//   node scripts/report.mts plan <exit code> <log>
//
// Works in GitHub Actions (with GITHUB_TOKEN) and in GitLab CI (with GITLAB_TOKEN), where a pull request is a merge request and a
// comment is a note. Elsewhere, such as on your own machine, it only prints the drift.
//
// Changes only comments and issues that the account of the token has written.

type Account = string | number | undefined;

interface Forge {
  /** The address of the repository. */
  url: string;
  headers: Record<string, string>;
  /** The method that changes a comment or an issue. */
  method: "PATCH" | "PUT";
  /** The account of the token. */
  owner(): Promise<Account>;
  author(entry: Entry): Account;
  comments(): string;
  comment(entry: Entry): string;
  openIssues: string;
  issue(entry: Entry): string;
  newIssue(title: string, text: string): object;
  changedIssue(text: string): object;
  closedIssue: object;
}

/** A comment or an issue. */
interface Entry {
  id: number;
  /** The number of an issue in its repository: `number` at GitHub, `iid` at GitLab. */
  number?: number;
  iid?: number;
  title?: string;
  body?: string;
  /** The author at GitHub, and at GitLab. Null if the account was deleted. */
  user?: { login: string } | null;
  author?: { id: number } | null;
}

const PAGE_SIZE = 100;
/** GitHub accepts 65,536 characters. */
const MAX_LOG_LENGTH = 30_000;
const MAX_FINDINGS_LENGTH = 30_000;
const LABEL = "drift";
const NOT_ASKED =
  "The platform was not asked about the deployment, because preflight failed: see the log of the job.";

const [kind, exitCode = "", logFile = "", preflightCode = "0", findingsFile = ""] = process.argv.slice(2);
const stack = variable("PULUMI_STACK");
const title = `Drift of the stack ${stack}`;

const drift = kind === "drift" ? driftText(JSON.parse(readFileSync(logFile, "utf8"))) : "";
if (kind === "drift") console.log(drift);

const forge = process.env.GITHUB_ACTIONS ? gitHub() : process.env.GITLAB_CI ? gitLab() : undefined;
if (forge && kind === "preview") await reportPreview(forge);
if (forge && kind === "drift" && ["0", "7"].includes(exitCode)) await reportDrift(forge);
if (forge && kind === "plan" && !changesNothing())
  summarize(`Plan of the stack \`${stack}\`.\n\n${log("Plan")}`);

function gitHub(): Forge {
  const headers = { authorization: `Bearer ${variable("GITHUB_TOKEN")}` };
  return {
    url: `${variable("GITHUB_API_URL")}/repos/${variable("GITHUB_REPOSITORY")}`,
    headers,
    method: "PATCH",
    // The token of a job may not read /user.
    owner: async () => {
      const query = { query: "{ viewer { login } }" };
      const reply = await send(headers, "POST", variable("GITHUB_GRAPHQL_URL"), query);
      return (reply as { data?: { viewer?: { login: string } } }).data?.viewer?.login;
    },
    author: ({ user }) => user?.login,
    comments: () =>
      `/issues/${JSON.parse(readFileSync(variable("GITHUB_EVENT_PATH"), "utf8")).number}/comments`,
    comment: ({ id }) => `/issues/comments/${id}`,
    openIssues: `/issues?state=open&labels=${LABEL}`,
    issue: ({ number }) => `/issues/${number}`,
    newIssue: (title, body) => ({ title, body, labels: [LABEL] }),
    changedIssue: (body) => ({ body }),
    closedIssue: { state: "closed" },
  };
}

function gitLab(): Forge {
  const api = variable("CI_API_V4_URL");
  const headers = { "private-token": variable("GITLAB_TOKEN") };
  const notes = () => `/merge_requests/${variable("CI_MERGE_REQUEST_IID")}/notes`;
  return {
    url: `${api}/projects/${variable("CI_PROJECT_ID")}`,
    headers,
    method: "PUT",
    owner: async () => ((await send(headers, "GET", `${api}/user`)) as { id?: number }).id,
    author: ({ author }) => author?.id,
    comments: notes,
    comment: ({ id }) => `${notes()}/${id}`,
    openIssues: `/issues?state=opened&labels=${LABEL}`,
    issue: ({ iid }) => `/issues/${iid}`,
    newIssue: (title, description) => ({ title, description, labels: LABEL }),
    changedIssue: (description) => ({ description }),
    closedIssue: { state_event: "close" },
  };
}

/** Writes a comment, or changes the comment of an earlier run. A preview that changes nothing writes no new comment. */
async function reportPreview(forge: Forge): Promise<void> {
  const marker = `<!-- preview of ${stack} -->`;
  const result = exitCode === "0" ? "succeeded" : `failed with exit code ${exitCode}`;
  const outlook = preflightCode === "1" ? " **The deployment would fail.**" : "";
  const body = `${marker}\nThe preview of the stack \`${stack}\` ${result}.${outlook}\n\n${findings()}${log(exitCode === "0" ? "Plan" : "Log")}`;
  const existing = await findOwn(forge, forge.comments(), ({ body }) => body?.startsWith(marker) === true);
  if (existing) await request(forge, forge.method, forge.comment(existing), { body });
  else if (!changesNothing()) await request(forge, "POST", forge.comments(), { body });
  if (!changesNothing()) summarize(body);
}

/** With drift (7) there is one open issue with the newest differences, and without drift there is no open issue. */
async function reportDrift(forge: Forge): Promise<void> {
  const text = `The platform differs from the state of the stack \`${stack}\`.\n\n${fenced(drift)}`;
  const existing = await findOwn(forge, forge.openIssues, (issue) => issue.title === title);
  if (exitCode === "7") summarize(text);
  if (exitCode === "7" && existing)
    await request(forge, forge.method, forge.issue(existing), forge.changedIssue(text));
  else if (exitCode === "7") await request(forge, "POST", "/issues", forge.newIssue(title, text));
  else if (existing) await request(forge, forge.method, forge.issue(existing), forge.closedIssue);
}

interface Refresh {
  steps?: Step[] | null;
  diagnostics?: { message?: string }[] | null;
}

interface Step {
  op: string;
  urn: string;
  oldState?: State;
  newState?: State;
  detailedDiff?: Record<string, { inputDiff?: boolean }> | null;
}

interface State {
  type: string;
  id?: string;
  inputs?: object;
  outputs?: object;
}

/** What differs, in an order that is the same each night, and then the warnings and errors. */
function driftText({ steps, diagnostics }: Refresh): string {
  const differing = (steps ?? []).filter(({ op }) => !["refresh", "same", "read"].includes(op));
  const sorted = differing.sort((one, other) => (one.urn < other.urn ? -1 : 1));
  const messages = (diagnostics ?? []).map(({ message = "" }) => message.trim()).filter(Boolean);
  const none = exitCode === "0" ? "No resource differs." : "The check has failed.";
  const lines = sorted.length > 0 ? sorted.map(stepText) : [none];
  return [...lines, ...new Set(messages)].join("\n");
}

function stepText({ op, urn, oldState, newState, detailedDiff }: Step): string {
  const { type = "", id = "" } = oldState ?? newState ?? {};
  const resource = `${type.split(":").pop()} ${urn.split("::").pop()} (${id})`;
  if (op === "delete") return `- ${resource} no longer exists at the platform`;
  const lines = Object.entries(detailedDiff ?? {}).map(([path, { inputDiff }]) => {
    const valueIn = (state?: State) =>
      JSON.stringify(at((inputDiff ? state?.inputs : state?.outputs) ?? {}, path));
    return `    ${path}: ${valueIn(oldState) ?? "not set"} in the state, ${valueIn(newState) ?? "not set"} at the platform`;
  });
  return [`~ ${resource} differs`, ...lines.sort()].join("\n");
}

/** The value at a path such as `routes[0].nexthop`. */
function at(value: unknown, path: string): unknown {
  const names = [...path.matchAll(/\["((?:\\.|[^"\\])*)"\]|([^.[\]]+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
  return names.reduce<unknown>(
    (found, name) => (found as Record<string, unknown> | undefined)?.[name],
    value,
  );
}

/**
 * Pulumi ends the log of a preview with its counts, and with the file of a saved plan. Whatever else follows them, such as a policy, is
 * worth a comment.
 */
function changesNothing(): boolean {
  const text = readFileSync(logFile, "utf8");
  const end = text
    .slice(text.lastIndexOf("\nResources:") + 1)
    .replace(/^Update plan written to .*\nRun `.*\n/m, "");
  const onlyUnchanged = /^Resources:\n {4}\d+ unchanged\s*$/.test(end);
  return exitCode === "0" && preflightCode === "0" && onlyUnchanged && !text.includes("--outputs:--");
}

/** The summary of a job in GitHub Actions. */
function summarize(text: string): void {
  const file = process.env.GITHUB_STEP_SUMMARY;
  if (file) appendFileSync(file, `${text}\n`);
}

/**
 * What preflight found. Problems are first, so the end is left out: whole lines, and a folded part that would stay open. The lines are
 * Markdown already.
 */
function findings(): string {
  if (!existsSync(findingsFile)) return "";
  const text = readFileSync(findingsFile, "utf8").trim();
  if (text === "") return `${NOT_ASKED}\n\n`;
  if (text.length <= MAX_FINDINGS_LENGTH) return `${text}\n\n`;
  const wholeLines = text.slice(0, MAX_FINDINGS_LENGTH).replace(/\n[^\n]*$/, "");
  const open = wholeLines.lastIndexOf("<details>");
  const closed = open > wholeLines.lastIndexOf("</details>") ? wholeLines.slice(0, open) : wholeLines;
  return `${closed.trimEnd()}\n\nFurther findings are in the log of the job.\n\n`;
}

function log(title: string): string {
  const isOpen = exitCode === "0" ? "" : " open";
  return `<details${isOpen}><summary>${title}</summary>\n\n${fenced(readFileSync(logFile, "utf8"))}\n\n</details>\n`;
}

/** The end of a text, because a failed run prints its errors there. Its fence is longer than any in the text, within limits. */
function fenced(all: string): string {
  const whole = all.replace(/`{100,}/g, "…");
  const text = whole.length > MAX_LOG_LENGTH ? `…\n${whole.slice(-MAX_LOG_LENGTH)}` : whole;
  const longest = Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1));
  const fence = "`".repeat(longest);
  return `${fence}\n${text}\n${fence}`;
}

/** Finds an entry that the account of the token has written. */
async function findOwn(
  forge: Forge,
  path: string,
  matches: (entry: Entry) => boolean,
): Promise<Entry | undefined> {
  const owner = await forge.owner();
  if (owner === undefined) throw new Error("The forge does not name the account of the token.");
  for (let page = 1; ; page++) {
    const separator = path.includes("?") ? "&" : "?";
    const list = `${path}${separator}per_page=${PAGE_SIZE}&page=${page}`;
    const entries = (await request(forge, "GET", list)) as Entry[];
    const found = entries.find((entry) => forge.author(entry) === owner && matches(entry));
    if (found || entries.length < PAGE_SIZE) return found;
  }
}

function request({ url, headers }: Forge, method: string, path: string, body?: object): Promise<unknown> {
  return send(headers, method, url + path, body);
}

async function send(
  headers: Record<string, string>,
  method: string,
  url: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: body ? JSON.stringify(body) : null,
  });
  if (!response.ok)
    throw new Error(`${method} ${url} was answered ${response.status}: ${await response.text()}`);
  return response.json();
}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is missing.`);
  return value;
}
