import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The part of s3rver, which has no types, that is used here. */
interface Server {
  /** Koa calls these with each request. */
  middleware: ((context: { method: string; url: string }, next: () => Promise<void>) => Promise<void>)[];
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

const S3rver: new (options: object) => Server = require("@20minutes/s3rver");

/** s3rver accepts these two only, and refuses requests with another signature. */
const KEY = "S3RVER";

/** A server with the API of S3, and a bucket in it. */
export class ObjectStore {
  private constructor(
    private readonly server: Server,
    /** The folder with all objects. */
    readonly folder: string,
    private readonly port: number,
    /** The requests that have changed something, or have tried to. */
    readonly writes: string[],
  ) {}

  static async start(): Promise<ObjectStore> {
    const folder = mkdtempSync(join(tmpdir(), "cloudplatform-objects-"));
    const server = new S3rver({
      address: "127.0.0.1",
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: "state" }],
    });
    const writes: string[] = [];
    server.middleware.unshift((context, next) => {
      if (!["GET", "HEAD"].includes(context.method)) writes.push(`${context.method} ${context.url}`);
      return next();
    });
    const { port } = await server.run();
    return new ObjectStore(server, folder, port, writes);
  }

  /** The environment in which the bucket is the backend of Pulumi. */
  get env(): Record<string, string> {
    return {
      PULUMI_BACKEND_URL: `s3://state?endpoint=http://127.0.0.1:${this.port}&s3ForcePathStyle=true&region=eu-central-1`,
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: KEY,
      // A developer's own account is not used.
      AWS_SESSION_TOKEN: "",
      AWS_PROFILE: "",
    };
  }

  async close(): Promise<void> {
    await this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
