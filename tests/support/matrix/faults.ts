/** A fault of the simulator: a column of the matrix. */
export interface Fault {
  /** The head of the column. */
  column: string;
  /** The beginning of a rule of the simulator, without the requests to which the rule applies. */
  rule: string;
  /** What happens, for readers of docs/fault-tests.md. */
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

/** An HTML page in place of a reply, if the request was processed and if not. */
function htmlPages(code: number): Fault[] {
  return [
    { column: `h${code}`, rule: `html:code=${code}`, meaning: `an HTML page with status ${code}` },
    {
      column: `h${code}+`,
      rule: `html:code=${code},processed`,
      meaning: "an HTML page with this status, but the request was processed",
      changesOnly: true,
    },
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
  {
    column: "429r",
    rule: "status:code=429,retryAfter=1",
    meaning: "429 with `Retry-After: 1`",
  },
  ...UNSURE.map((code) => ({
    column: `${code}+`,
    rule: `status:code=${code},processed`,
    meaning: "this status, but the request was processed",
    changesOnly: true as const,
  })),
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
  {
    ...malformedReply("drip", "drip:ms=20", "the reply arrives byte by byte and never ends"),
    hangs: true,
  },
  malformedReply("types", "wrong-types", "the values of the reply have other types"),
  { column: "hang", rule: "hang", meaning: "no reply; the request was not processed", hangs: true },
  {
    column: "hang+",
    rule: "hang:processed",
    meaning: "no reply, but the request was processed",
    changesOnly: true,
    hangs: true,
  },
  { column: "slow", rule: "slow:ms=50", meaning: "a late reply" },
  { column: "ref", rule: "refuse", meaning: "the connection is reset before the request is read" },
  { column: "rst", rule: "reset-before", meaning: "the connection is reset before the request is processed" },
  { column: "rst+", rule: "reset-after", meaning: "the connection is reset after the request was processed" },
  {
    column: "t-err",
    rule: "task-error",
    meaning: "the task of the request ends in ERROR",
    changesOnly: true,
  },
  {
    column: "t-∞",
    rule: "task-never-ends",
    meaning: "the task of the request does not end",
    changesOnly: true,
  },
  {
    column: "t-404",
    rule: "task-unknown:looks=2",
    meaning: "the task of the request returns 404 at first",
    changesOnly: true,
  },
  {
    column: "lag",
    rule: "lagging-list:reads=2",
    meaning: "reads return the values before the request at first",
    changesOnly: true,
  },
  outage("off401", "status:code=401"),
  outage("off404", "status:code=404"),
  outage("off-h404", "html:code=404"),
  outage("off503", "status:code=503"),
  outage("off-hang", "hang"),
  outage("off-rst", "reset-before"),
  outage("off-rst+", "reset-after"),
];
