/** A fault of the simulator: a column of the matrix. */
export interface Fault {
  /** The head of the column. */
  column: string;
  /** The beginning of a rule of the simulator, without the requests to which the rule applies. */
  rule: string;
  /** What happens, for readers. */
  meaning: string;
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

/** A fault that makes a difference only for requests that change something. */
function ofChange(column: string, rule: string, meaning: string): Fault {
  return { column, rule, meaning, changesOnly: true };
}

/** An HTML page in place of a reply, if the request was processed and if not. */
function htmlPages(code: number): Fault[] {
  const processed = "an HTML page with this status, but the request was processed";
  return [
    { column: `h${code}`, rule: `html:code=${code}`, meaning: `an HTML page with status ${code}` },
    ofChange(`h${code}+`, `html:code=${code},processed`, processed),
  ];
}

/** A reply that is incomplete or malformed. The request was processed. */
function malformedReply(column: string, rule: string, reply: string): Fault {
  return { column, rule, meaning: `the request was processed; ${reply}` };
}

/** A fault of all requests from the first one for the operation on. */
function outage(column: string, rule: string): Fault {
  return {
    column,
    rule,
    meaning: "this fault for all requests from this one on, whatever their operation",
    outage: true,
    ...(column === "off-hang" && { hangs: true }),
    ...(column.endsWith("404") && { missingOperation: true }),
  };
}

export const FAULTS: Fault[] = [
  ...STATUSES.map((code) => ({
    column: `${code}`,
    rule: `status:code=${code}`,
    meaning: "this status; the request was not processed",
    ...(MISSING_OPERATION.includes(code) && { missingOperation: true as const }),
  })),
  { column: "429r", rule: "status:code=429,retryAfter=1", meaning: "429 with `Retry-After: 1`" },
  ...UNSURE.map((code) =>
    ofChange(`${code}+`, `status:code=${code},processed`, "this status, but the request was processed"),
  ),
  ...htmlPages(200),
  {
    column: "h404",
    rule: "html:code=404",
    meaning: "an HTML page with status 404, as from an ingress that does not know the path",
    missingOperation: true,
  },
  ...htmlPages(502),
  malformedReply("none", "empty", "the reply has no body"),
  malformedReply("half", "truncated", "the reply has half of its body"),
  malformedReply("cut", "truncated:broken", "the connection ends in the middle of the reply"),
  { ...malformedReply("drip", "drip:ms=20", "the reply arrives byte by byte and never ends"), hangs: true },
  malformedReply("types", "wrong-types", "the values of the reply have other types"),
  { column: "hang", rule: "hang", meaning: "no reply; the request was not processed", hangs: true },
  { ...ofChange("hang+", "hang:processed", "no reply, but the request was processed"), hangs: true },
  { column: "slow", rule: "slow:ms=50", meaning: "a late reply" },
  { column: "ref", rule: "refuse", meaning: "the connection is reset before the request is read" },
  { column: "rst", rule: "reset-before", meaning: "the connection is reset before the request is processed" },
  { column: "rst+", rule: "reset-after", meaning: "the connection is reset after the request was processed" },
  ofChange("t-err", "task-error", "the task of the request ends in ERROR"),
  ofChange("t-∞", "task-never-ends", "the task of the request does not end"),
  ofChange("t-404", "task-unknown:looks=2", "the task of the request returns 404 at first"),
  ofChange("lag", "lagging-list:reads=2", "reads return the values before the request at first"),
  outage("off401", "status:code=401"),
  outage("off404", "status:code=404"),
  outage("off-h404", "html:code=404"),
  outage("off503", "status:code=503"),
  outage("off-hang", "hang"),
  outage("off-rst", "reset-before"),
  outage("off-rst+", "reset-after"),
];
