import type { OptionalOperation, Reader } from "../../platform/api/api";
import type { Query } from "../../platform/api/pages";
import { isMissing } from "../../platform/evidence/answers";
import { PlatformError, summaryOf } from "../../platform/http/error";

export type Availability =
  | { is: "available" | "missing" }
  /** The operation exists, and the key must not use it. */
  | { is: "refused"; status: number }
  | { is: "unclear"; reason: string };

/** Finds out which undocumented operations a deployment has. */
export class OperationsReader {
  constructor(private readonly reader: Reader) {}

  async check({ name, query = {} }: OptionalOperation): Promise<Availability> {
    // The object need not exist.
    const path = name.replace(/^GET /, "").replace(/\{\w+\}/g, "1");
    const failure = await this.failureOf(path, query);
    const status = failure?.status ?? 0;
    if (failure === undefined || status === 400 || status === 422) return { is: "available" };
    if (status === 401 || status === 403) return { is: "refused", status };
    if (!isMissing(failure)) return { is: "unclear", reason: summaryOf(failure) };
    return { is: (await this.isUnknownPath(path, failure)) ? "missing" : "available" };
  }

  /** Whether a path that no deployment has gets the same answer. Otherwise the answer means that an object is missing. */
  private async isUnknownPath(path: string, { status, form, reason }: PlatformError): Promise<boolean> {
    const area = /^\/[^/]+\/[^/]+/.exec(path)?.[0] ?? "";
    const other = await this.failureOf(`${area}/no-such-operation`, {});
    return other?.status === status && other?.form === form && other?.reason === reason;
  }

  private async failureOf(path: string, query: Query): Promise<PlatformError | undefined> {
    try {
      await this.reader.get({ path, query });
      return undefined;
    } catch (error) {
      if (error instanceof PlatformError) return error;
      throw error;
    }
  }
}
