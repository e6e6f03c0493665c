// Writes a Markdown file as a comment on the pull request of a job in GitHub Actions. A later run changes the comment.
//
//   node scripts/comment.mts preflight.md

import { readFileSync } from "node:fs";

const { env } = process;
const MARKER = `<!-- preflight of ${env.PULUMI_STACK} -->`;
/** The account of the token of a job. Comments of others are not changed. */
const AUTHOR = "github-actions[bot]";
/** GitHub accepts 65,536 characters. */
const MAX_LENGTH = 60_000;
const PAGE_SIZE = 100;

interface Comment {
  id: number;
  body?: string;
  user?: { login: string } | null;
}

const issues = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}/issues`;
const { number } = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH ?? "", "utf8"));
const findings = readFileSync(process.argv[2] ?? "", "utf8") || "preflight failed: see the log of the job.\n";
const body = `${MARKER}\n${fitting(findings)}`;
const own = await ownComment();
if (own) await send("PATCH", `${issues}/comments/${own.id}`, { body });
else await send("POST", `${issues}/${number}/comments`, { body });

/** Problems are first, so the end of a long text is left out: whole lines, and a folded part that would stay open. */
function fitting(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const lines = text.slice(0, MAX_LENGTH).replace(/\n[^\n]*$/, "");
  const open = lines.lastIndexOf("<details>");
  const whole = open > lines.lastIndexOf("</details>") ? lines.slice(0, open) : lines;
  return `${whole.trimEnd()}\n\nFurther findings are in the log of the job.\n`;
}

async function ownComment(): Promise<Comment | undefined> {
  for (let page = 1; ; page++) {
    const query = `per_page=${PAGE_SIZE}&page=${page}`;
    const comments = (await send("GET", `${issues}/${number}/comments?${query}`)) as Comment[];
    const found = comments.find(({ user, body }) => user?.login === AUTHOR && body?.startsWith(MARKER));
    if (found || comments.length < PAGE_SIZE) return found;
  }
}

async function send(method: string, url: string, content?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${env.GITHUB_TOKEN}`, "content-type": "application/json" };
  const response = await fetch(url, { method, headers, body: content ? JSON.stringify(content) : null });
  if (response.ok) return response.json();
  throw new Error(`${method} ${url} was answered ${response.status}: ${await response.text()}`);
}
