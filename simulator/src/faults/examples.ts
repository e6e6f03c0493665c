import type { FaultKind } from "./rule";

/** One line for each kind of fault, for the page to switch on: how it looks and what it does. */
const examples: Readonly<Record<FaultKind, { readonly rule: string; readonly meaning: string }>> = {
  refuse: { rule: "refuse", meaning: "Reset each connection before the request is read" },
  "reset-before": { rule: "reset-before", meaning: "Reset the connection; nothing takes effect" },
  "reset-after": { rule: "reset-after@POST", meaning: "Reset the connection after a creation took effect" },
  hang: { rule: "hang", meaning: "Never answer" },
  slow: { rule: "slow:ms=2000", meaning: "Answer two seconds late" },
  status: { rule: "status:code=503", meaning: "Answer 503 Service Unavailable" },
  "rate-limit": {
    rule: "rate-limit:perSecond=2,retryAfter=1",
    meaning: "Answer 429 to more than two a second",
  },
  html: { rule: "html:code=502", meaning: "Answer with the page of a gateway" },
  empty: { rule: "empty", meaning: "Answer without the body" },
  truncated: { rule: "truncated", meaning: "Answer with half of the body" },
  drip: { rule: "drip:ms=100", meaning: "Send the body slowly, and never end" },
  "wrong-types": { rule: "wrong-types", meaning: "Answer with values of other types" },
  texts: { rule: 'texts:field="name",text="<b>changed</b>"', meaning: "Answer with another name" },
  "task-error": { rule: "task-error", meaning: "Let each new task end in ERROR" },
  "task-never-ends": { rule: "task-never-ends", meaning: "Let each new task run until you end it" },
  "task-unknown": {
    rule: "task-unknown:looks=3",
    meaning: "Answer 404 to the first three looks at a new task",
  },
  "lagging-list": {
    rule: "lagging-list:reads=2@POST",
    meaning: "Hide what was created from the first two reads",
  },
};

export const faultExamples = Object.entries(examples).map(([kind, example]) => ({ kind, ...example }));
