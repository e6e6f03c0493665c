/** A fault of the simulator. */
export interface Fault {
  /** The beginning of a rule of the simulator, without the requests to which the rule applies. */
  rule: string;
  /** The fault happens to all requests from the first one for the operation on, whatever their operation. */
  outage?: true;
  /** The fault makes a difference only for requests that change something. */
  changesOnly?: true;
  /** No complete reply arrives, so the run needs a short requestTimeout. */
  hangs?: true;
  /** The reply is that of a deployment without the operation. */
  missingOperation?: true;
}

const MISSING_OPERATION = [404, 405, 501];
const UNSURE = [408, 500, 502, 503, 504];
const STATUSES = [400, 401, 403, 404, 405, 408, 409, 422, 429, 500, 501, 502, 503, 504];

const ofChange = (rule: string): Fault => ({ rule, changesOnly: true });
const outage = (rule: string): Fault => ({ rule, outage: true });

export const FAULTS: Fault[] = [
  ...STATUSES.map((code) => ({
    rule: `status:code=${code}`,
    ...(MISSING_OPERATION.includes(code) && { missingOperation: true as const }),
  })),
  { rule: "status:code=429,retryAfter=1" },
  ...UNSURE.map((code) => ofChange(`status:code=${code},processed`)),
  { rule: "html:code=200" },
  ofChange("html:code=200,processed"),
  // As from an ingress that does not know the path.
  { rule: "html:code=404", missingOperation: true },
  { rule: "html:code=502" },
  ofChange("html:code=502,processed"),
  // Incomplete and malformed replies to requests that were processed.
  { rule: "empty" },
  { rule: "truncated" },
  { rule: "truncated:broken" },
  { rule: "drip:ms=20", hangs: true },
  { rule: "wrong-types" },
  { rule: "hang", hangs: true },
  { ...ofChange("hang:processed"), hangs: true },
  { rule: "slow:ms=50" },
  // Connections that are reset before the request is read, before it is processed, and after that.
  { rule: "refuse" },
  { rule: "reset-before" },
  { rule: "reset-after" },
  ofChange("task-error"),
  ofChange("task-never-ends"),
  ofChange("task-unknown:looks=2"),
  // Reads return the values before the request at first.
  ofChange("lagging-list:reads=2"),
  outage("status:code=401"),
  { ...outage("status:code=404"), missingOperation: true },
  { ...outage("html:code=404"), missingOperation: true },
  outage("status:code=503"),
  { ...outage("hang"), hangs: true },
  outage("reset-before"),
  outage("reset-after"),
];
