import { z } from "zod";
import type { Call } from "../http/call";
import type { Api } from "./deployment";
import { type Found, find, listByOffset, type Query } from "./pages";
import { acceptAnyBody, CLOUD_POST, ignoreMissing, LongId, parseBody, sameLongId } from "./reply";

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
 * `POST /cloud/v2/limits_request`, and the undocumented operations that most deployments have on the same paths.
 */
export class QuotasApi {
  constructor(private readonly api: Api) {}

  /** `PUT .../notification_threshold`. */
  async setThreshold(clientId: LongId, body: ThresholdBody): Promise<ThresholdRecord> {
    const call: Call = { method: "PUT", path: thresholdPath(clientId), body };
    return parseBody(Threshold, call, await this.api.send(call));
  }

  /** `GET .../notification_threshold`; undefined if the deployment does not have the operation. */
  async getThreshold(clientId: LongId): Promise<ThresholdRecord | undefined> {
    const call: Call = { method: "GET", path: thresholdPath(clientId) };
    const reply = await this.api.send(call).catch(ignoreMissing);
    return reply && parseBody(Threshold, call, reply);
  }

  /**
   * `DELETE .../notification_threshold`; false if the deployment does not have the operation, or the client no
   * threshold.
   */
  async deleteThreshold(clientId: LongId): Promise<boolean> {
    const call: Call = { method: "DELETE", path: thresholdPath(clientId) };
    return (await this.api.send(call).catch(ignoreMissing)) !== undefined;
  }

  /** `POST /cloud/v2/limits_request`. The reply has no id: the created request is found in the list. */
  async createRequest(body: LimitRequestBody): Promise<void> {
    await this.api.send({ ...CLOUD_POST, path: REQUESTS, body }).catch(acceptAnyBody);
  }

  /** `GET /cloud/v2/limits_request`; undefined if the deployment does not have the operation. */
  listRequests(query: Query): Promise<LimitRequestRecord[] | undefined> {
    return this.api.deployment.list(REQUESTS, () =>
      listByOffset(this.api.send, { path: REQUESTS, query }, LimitRequest),
    );
  }

  /** `GET /cloud/v2/limits_request/{request_id}`. */
  findRequest(id: LongId): Promise<Found<LimitRequestRecord>> {
    const call: Call = { method: "GET", path: requestPath(id) };
    return find(
      async () => parseBody(LimitRequest, call, await this.api.send(call)),
      () => this.listRequests({}),
      (request) => sameLongId(request.id, id),
    );
  }

  /** `DELETE /cloud/v2/limits_request/{request_id}`. */
  async deleteRequest(id: LongId): Promise<void> {
    await this.api.send({ method: "DELETE", path: requestPath(id) }).catch(acceptAnyBody);
  }
}

function thresholdPath(clientId: LongId): string {
  return `/cloud/v2/client_quotas/${clientId}/notification_threshold`;
}

function requestPath(id: LongId): string {
  return `${REQUESTS}/${id}`;
}
