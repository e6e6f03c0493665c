import { z } from "zod";
import type { Call, Send } from "../http/call";
import { LongId, sameLongId } from "./ids";
import { type Found, find, Lists, listByOffset, type Query } from "./pages";
import { acceptAnyBody, isMissing, read } from "./reply";

const Threshold = z.object({
  threshold: z.number(),
  last_message: z.unknown().optional(),
  last_sending: z.string().nullish(),
});

/** The platform's record of the threshold of a client. */
export type ThresholdRecord = z.infer<typeof Threshold>;

export interface ThresholdBody {
  threshold: number;
  last_message?: unknown;
  last_sending?: string | null;
}

const LimitRequest = z.object({
  id: LongId,
  status: z.string().nullish(),
  description: z.string().nullish(),
  requested_limits: z.unknown().optional(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});

/** The platform's record of a request for other limits. */
export type LimitRequestRecord = z.infer<typeof LimitRequest>;

export interface LimitRequestBody {
  description: string;
  requested_limits: {
    global_limits?: Record<string, number>;
    regional_limits?: Array<{ region_id: number } & Record<string, number>>;
  };
}

const REQUESTS = "/cloud/v2/limits_request";

/**
 * Quotas of clients: the documented `PUT /cloud/v2/client_quotas/{client_id}/notification_threshold` and
 * `POST /cloud/v2/limits_request`, and what most deployments have beside them on the same paths.
 */
export class QuotasApi {
  private readonly lists = new Lists();

  constructor(private readonly send: Send) {}

  /** `PUT .../notification_threshold`. */
  async setThreshold(clientId: LongId, body: ThresholdBody, signal: AbortSignal): Promise<ThresholdRecord> {
    const call: Call = { method: "PUT", path: thresholdPath(clientId), body, signal };
    return read(Threshold, call, await this.send(call));
  }

  /** `GET .../notification_threshold`; undefined where this deployment has no such operation. */
  async threshold(clientId: LongId, signal: AbortSignal): Promise<ThresholdRecord | undefined> {
    const call: Call = { method: "GET", path: thresholdPath(clientId), signal };
    return this.whereItIs(async () => read(Threshold, call, await this.send(call)));
  }

  /** `DELETE .../notification_threshold`; false where this deployment has no such operation, or no such threshold. */
  async deleteThreshold(clientId: LongId, signal: AbortSignal): Promise<boolean> {
    const call: Call = { method: "DELETE", path: thresholdPath(clientId), signal };
    return (await this.whereItIs(() => this.send(call))) !== undefined;
  }

  /** `POST /cloud/v2/limits_request`. The reply tells nothing: what was made is found in the list. */
  async request(body: LimitRequestBody, signal: AbortSignal): Promise<void> {
    await this.send({ method: "POST", path: REQUESTS, body, signal }).catch(acceptAnyBody);
  }

  /** `GET /cloud/v2/limits_request`; undefined where requests cannot be listed. */
  requests(query: Query, signal: AbortSignal): Promise<LimitRequestRecord[] | undefined> {
    return this.lists.get(REQUESTS, () =>
      listByOffset(this.send, { path: REQUESTS, query, signal }, LimitRequest),
    );
  }

  /** `GET /cloud/v2/limits_request/{request_id}`. */
  findRequest(id: LongId, signal: AbortSignal): Promise<Found<LimitRequestRecord>> {
    const call: Call = { method: "GET", path: requestPath(id), signal };
    return find(
      async () => read(LimitRequest, call, await this.send(call)),
      () => this.requests({}, signal),
      (request) => sameLongId(request.id, id),
    );
  }

  /** `DELETE /cloud/v2/limits_request/{request_id}`. */
  async deleteRequest(id: LongId, signal: AbortSignal): Promise<void> {
    await this.send({ method: "DELETE", path: requestPath(id), signal }).catch(acceptAnyBody);
  }

  private async whereItIs<T>(operation: () => Promise<T>): Promise<T | undefined> {
    try {
      return await operation();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

function thresholdPath(clientId: LongId): string {
  return `/cloud/v2/client_quotas/${clientId}/notification_threshold`;
}

function requestPath(id: LongId): string {
  return `${REQUESTS}/${id}`;
}
