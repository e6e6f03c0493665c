import { describeInterruptions } from "../support/interruption";

// The requests of a run are sent one after the other: where one is held, the others queue behind it. Which of them
// comes first is not said, so a point is at the n-th of all.

interface Form {
  description: string;
  waitForDecision: boolean;
}

const plain: Form = { description: "More projects", waitForDecision: true };
const reworded: Form = { description: "Even more projects", waitForDecision: false };
const awaited: Form = { ...reworded, waitForDecision: true };

/** So many requests of a form, each for another limit. */
const requests = (...forms: Form[]) =>
  forms.map((form, index) => ({
    ...form,
    requestedLimits: { globalLimits: { projectCountLimit: 10 + index } },
  }));

const program = (...forms: Form[]) =>
  requests(...forms)
    .map((args, index) => `new cloudplatform.QuotaLimitRequest("q${index}", ${JSON.stringify(args)});`)
    .join("\n");

const leaves = (...forms: Form[]) =>
  requests(...forms).map(({ description, requestedLimits: { globalLimits } }) => ({
    description,
    projects: globalLimits.projectCountLimit,
  }));

const form = (...forms: Form[]) => ({ program: program(...forms), leaves: leaves(...forms) });

const ALL = "/cloud/v2/limits_request";
const ONE = `${ALL}/{id}`;

describeInterruptions({
  type: "QuotaLimitRequest",
  platform: { deleteDecidedRequests: true },
  there: ({ quotas }) =>
    quotas.requests().map(({ id, description, requested_limits: limits }) => ({
      id,
      description,
      projects: limits.global_limits?.project_count_limit,
    })),
  known: ({ id, inputs }) => ({
    id,
    description: inputs.description,
    projects: (inputs.requestedLimits as { globalLimits: { projectCountLimit: number } }).globalLimits
      .projectCountLimit,
  }),
  goesOn: ({ quotas }) => {
    for (const { id, status } of quotas.requests()) if (status === "in progress") quotas.approve(id);
  },
  steps: [
    { does: "sends two requests", points: [`before POST ${ALL}`], ...form(plain, plain) },
    {
      does: "sends two more, one of which waits for its decision",
      points: [`before GET ${ONE}`, `after POST ${ALL}#2`],
      ...form(plain, plain, plain, plain),
    },
    {
      does: "looks for what it has sent, while another waits for its decision",
      points: [`before GET ${ONE}`, `answered GET ${ALL}#4`],
      ...form(plain, plain, plain, plain, plain, plain),
    },
    {
      does: "has sent three in other words, and withdraws the first ones",
      points: [`before DELETE ${ONE}#1`, `after DELETE ${ONE}#2`, `answered DELETE ${ONE}#3`],
      ...form(reworded, reworded, reworded, plain, plain, plain),
    },
    {
      does: "waits for the decision about three",
      points: [`before GET ${ONE}#1`, `after GET ${ONE}#2`, `answered GET ${ONE}#3`],
      ...form(awaited, awaited, awaited, plain, plain, plain),
    },
    {
      does: "withdraws all",
      points: [`before DELETE ${ONE}#1`, `after DELETE ${ONE}#2`, `answered DELETE ${ONE}#3`],
      ...form(),
    },
  ],
});
