import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";

interface Comment {
  id: number;
  body?: string;
  /** Null if the account was deleted. */
  user: { login: string } | null;
}

const TOKEN = "forge-token-that-nobody-may-see";
const PULL_REQUEST = 7;

/** The comments of one pull request at GitHub. */
export class Forge {
  readonly comments: Comment[] = [];
  private readonly folder = temporaryFolder();
  private readonly server: Server = createServer(async (request, response) => {
    const { status, content } = this.result(request, await bodyOf(request));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
  });

  static async start(): Promise<Forge> {
    const forge = new Forge();
    forge.server.listen(0, "127.0.0.1");
    await once(forge.server, "listening");
    return forge;
  }

  /** The environment of a job for the pull request. */
  get env(): Record<string, string> {
    const event = join(this.folder.path, "event.json");
    writeFileSync(event, JSON.stringify({ number: PULL_REQUEST }));
    return {
      GITHUB_API_URL: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`,
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

  private result(
    { method, url, headers }: IncomingMessage,
    body: object,
  ): { status: number; content: unknown } {
    const { pathname, searchParams } = new URL(url ?? "", "http://forge");
    if (headers.authorization !== `Bearer ${TOKEN}`)
      return { status: 401, content: { message: "Bad credentials" } };
    const match = /^\/repos\/acme\/network\/issues\/(?:7\/comments|comments\/(\d+))$/.exec(pathname);
    const comment = this.comments.find(({ id }) => id === Number(match?.[1]));
    if (match && comment && method === "PATCH") return { status: 200, content: Object.assign(comment, body) };
    if (!match || match[1]) return { status: 404, content: { message: "Not Found" } };
    if (method === "POST") {
      const user = { login: "github-actions[bot]" };
      this.comments.push({ id: this.comments.length + 1, user, ...body });
      return { status: 201, content: this.comments.at(-1) };
    }
    const [size, page] = [Number(searchParams.get("per_page")), Number(searchParams.get("page"))];
    return { status: 200, content: this.comments.slice((page - 1) * size, page * size) };
  }
}

async function bodyOf(request: IncomingMessage): Promise<object> {
  const parts: Buffer[] = await request.toArray();
  return parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {};
}
