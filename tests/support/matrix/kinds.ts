/** One way in which a request may go wrong: a column of the matrix. */
export interface Kind {
  /** What stands above the column. */
  column: string;
  /** The fault, as in a rule of the simulator. */
  fault: string;
  /** What it is, for people. */
  meaning: string;
  /** It happens to every request of the run from the first one for the operation on, whatever that asks for. */
  outage?: true;
  /** Says something only of requests that change something. */
  ofChanges?: true;
  /** No whole reply comes: the run has a short requestTimeout. */
  hangs?: true;
  /** The answer of a deployment that does not have the operation. */
  missing?: true;
}

const MISSING = [404, 405, 501];
const UNSURE = [408, 500, 502, 503, 504];
const STATUSES = [400, 401, 403, 404, 405, 408, 409, 422, 429, 500, 501, 502, 503, 504];

/** A page of HTML in place of a reply, without and with an effect of the request. */
function pages(code: number): Kind[] {
  return [
    { column: `h${code}`, fault: `html:code=${code}`, meaning: `a page of HTML with status ${code}` },
    {
      column: `h${code}+`,
      fault: `html:code=${code},processed`,
      meaning: "such a page, but the request has been carried out",
      ofChanges: true,
    },
  ];
}

/** A reply that is not complete or not correct, after the request has been carried out. */
function carriedOut(column: string, fault: string, reply: string): Kind {
  return { column, fault, meaning: `carried out, and ${reply}` };
}

export const KINDS: Kind[] = [
  ...STATUSES.map((code) => ({
    column: `${code}`,
    fault: `status:code=${code}`,
    meaning: "this status; the request has not been carried out",
    ...(MISSING.includes(code) && { missing: true as const }),
  })),
  {
    column: "429r",
    fault: "status:code=429,retryAfter=1",
    meaning: "429 with `Retry-After: 1`",
  },
  ...UNSURE.map((code) => ({
    column: `${code}+`,
    fault: `status:code=${code},processed`,
    meaning: "this status, but the request has been carried out",
    ofChanges: true as const,
  })),
  ...pages(200),
  {
    column: "h404",
    fault: "html:code=404",
    meaning: "a page of HTML with status 404, as of an ingress that does not know the path",
    missing: true,
  },
  ...pages(502),
  carriedOut("none", "empty", "a reply without its body"),
  carriedOut("half", "truncated", "a reply that is half of its body"),
  carriedOut("cut", "truncated:broken", "the connection ends in the middle of the reply"),
  { ...carriedOut("drip", "drip:ms=20", "a reply that comes byte by byte and never ends"), hangs: true },
  carriedOut("types", "wrong-types", "a reply whose values have other types"),
  { column: "hang", fault: "hang", meaning: "no answer; the request has not been carried out", hangs: true },
  {
    column: "hang+",
    fault: "hang:processed",
    meaning: "no answer, but the request has been carried out",
    ofChanges: true,
    hangs: true,
  },
  { column: "slow", fault: "slow:ms=50", meaning: "a late answer" },
  { column: "ref", fault: "refuse", meaning: "the connection is reset before the request is read" },
  {
    column: "rst",
    fault: "reset-before",
    meaning: "the connection is reset before the request is carried out",
  },
  {
    column: "rst+",
    fault: "reset-after",
    meaning: "the connection is reset after the request is carried out",
  },
  { column: "t-err", fault: "task-error", meaning: "its task ends in ERROR", ofChanges: true },
  { column: "t-∞", fault: "task-never-ends", meaning: "its task does not end", ofChanges: true },
  {
    column: "t-404",
    fault: "task-unknown:looks=2",
    meaning: "its task is not known at first",
    ofChanges: true,
  },
  {
    column: "lag",
    fault: "lagging-list:reads=2",
    meaning: "what it has written is read only later",
    ofChanges: true,
  },
  ...Object.entries({
    off401: "status:code=401",
    off404: "status:code=404",
    "off-h404": "html:code=404",
    off503: "status:code=503",
    "off-hang": "hang",
    "off-rst": "reset-before",
    "off-rst+": "reset-after",
  }).map(
    ([column, fault]): Kind => ({
      column,
      fault,
      meaning: "the same, to every request of the run from this one on, whatever it asks for",
      outage: true,
      ...(column === "off-hang" && { hangs: true }),
      ...(/404$/.test(column) && { missing: true }),
    }),
  ),
];
