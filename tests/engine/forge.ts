import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";

/** A comment or an issue, with the fields that GitHub or GitLab was sent. */
interface Entry {
  id: number;
  number: number;
  iid: number;
  state: "open" | "closed";
  title?: string;
  labels?: string | string[];
  body?: string;
  description?: string;
  /** The author, at GitHub; null if the account was deleted. */
  user?: { login: string } | null;
  /** The author, at GitLab. */
  author?: { id: number } | null;
}

const TOKEN = "forge-token-that-nobody-may-see";
const PULL_REQUEST = 7;
/** The account of the token, with the fields of both forges. */
const OWNER = { user: { login: "github-actions[bot]" }, author: { id: 5 } };

/** What GitHub and GitLab have for pipelines: the comments of one pull request, and the issues of one repository. */
export class Forge {
  readonly comments: Entry[] = [];
  readonly issues: Entry[] = [];
  private readonly folder = temporaryFolder();
  private readonly server: Server = createServer((request, response) => this.answer(request, response));

  static async start(): Promise<Forge> {
    const forge = new Forge();
    forge.server.listen(0, "127.0.0.1");
    await once(forge.server, "listening");
    return forge;
  }

  /** The environment of a job for the pull request. */
  env(kind: "GitHub" | "GitLab"): Record<string, string> {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    if (kind === "GitLab")
      return {
        GITLAB_CI: "true",
        CI_API_V4_URL: url,
        CI_PROJECT_ID: "12",
        CI_MERGE_REQUEST_IID: String(PULL_REQUEST),
        GITLAB_TOKEN: TOKEN,
      };
    const event = join(this.folder.path, "event.json");
    writeFileSync(event, JSON.stringify({ number: PULL_REQUEST }));
    return {
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: url,
      GITHUB_GRAPHQL_URL: `${url}/graphql`,
      GITHUB_REPOSITORY: "acme/network",
      GITHUB_EVENT_PATH: event,
      GITHUB_TOKEN: TOKEN,
    };
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    this.folder.remove();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, content } = this.result(request, await bodyOf(request));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
  }

  private result(
    { method, url, headers }: IncomingMessage,
    body: object,
  ): { status: number; content: unknown } {
    const { pathname, searchParams } = new URL(url ?? "", "http://forge");
    const isGitHub = /^\/(repos\/acme\/network\/|graphql$)/.test(pathname);
    const isAuthorized = isGitHub
      ? headers.authorization === `Bearer ${TOKEN}`
      : headers["private-token"] === TOKEN;
    if (!isAuthorized) return { status: 401, content: { message: "Bad credentials" } };
    if (pathname === "/graphql")
      return { status: 200, content: { data: { viewer: { login: OWNER.user.login } } } };
    if (pathname === "/user") return { status: 200, content: OWNER.author };
    const found = this.find(pathname);
    if (!found) return { status: 404, content: { message: "Not Found" } };
    const { entries, number } = found;
    if (method === "GET" && number === undefined)
      return { status: 200, content: listed(entries, searchParams) };
    if (method === "POST" && number === undefined) return { status: 201, content: add(entries, body) };
    const entry = entries.find(({ id }) => id === number);
    if (method === (isGitHub ? "PATCH" : "PUT") && entry) {
      // GitHub lets a token with write access change each comment.
      if (!isGitHub && entries === this.comments && entry.author?.id !== OWNER.author.id)
        return { status: 403, content: { message: "403 Forbidden" } };
      const isClosed = "state_event" in body && body.state_event === "close";
      return { status: 200, content: Object.assign(entry, body, isClosed && { state: "closed" }) };
    }
    return { status: 405, content: { message: "Method Not Allowed" } };
  }

  /** The list of a path, and the number of one entry if the path has a number. */
  private find(path: string): { entries: Entry[]; number?: number } | undefined {
    const lists: Array<[path: RegExp, entries: Entry[]]> = [
      [/^\/repos\/acme\/network\/issues\/(?:7\/comments|comments\/(\d+))$/, this.comments],
      [/^\/projects\/12\/merge_requests\/7\/notes(?:\/(\d+))?$/, this.comments],
      [/^\/repos\/acme\/network\/issues(?:\/(\d+))?$/, this.issues],
      [/^\/projects\/12\/issues(?:\/(\d+))?$/, this.issues],
    ];
    for (const [pattern, entries] of lists) {
      const match = pattern.exec(path);
      if (match) return { entries, ...(match[1] && { number: Number(match[1]) }) };
    }
    return undefined;
  }
}

function listed(entries: Entry[], query: URLSearchParams): Entry[] {
  const [size, page] = [Number(query.get("per_page") ?? 20), Number(query.get("page") ?? 1)];
  return entries
    .filter(({ state }) => !query.has("state") || query.get("state")?.startsWith(state))
    .filter(({ labels = [] }) => !query.has("labels") || labels.includes(query.get("labels") ?? ""))
    .slice((page - 1) * size, page * size);
}

function add(entries: Entry[], body: object): Entry {
  const id = entries.length + 1;
  const entry: Entry = { id, number: id, iid: id, state: "open", ...OWNER, ...body };
  entries.push(entry);
  return entry;
}

async function bodyOf(request: IncomingMessage): Promise<object> {
  const parts: Buffer[] = await request.toArray();
  return parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {};
}
