import type { Interruptions } from "../../../support/interruption";

// The requests of a run are sent one after the other: if one is held, the others queue behind it. Their order is not
// defined, so a kill point is at the n-th of all.

interface Form {
  description: string;
  waitForDecision: boolean;
}

const plain: Form = { description: "More projects", waitForDecision: true };
const redescribed: Form = { description: "Even more projects", waitForDecision: false };
const awaited: Form = { ...redescribed, waitForDecision: true };

/** One request for each form, each for another limit. */
const requests = (...forms: Form[]) =>
  forms.map((form, index) => ({
    ...form,
    requestedLimits: { globalLimits: { projectCountLimit: 10 + index } },
  }));

const program = (...forms: Form[]) =>
  requests(...forms)
    .map((args, index) => `new cloudplatform.QuotaLimitRequest("q${index}", ${JSON.stringify(args)});`)
    .join("\n");

const expectedObjects = (...forms: Form[]) =>
  requests(...forms).map(({ description, requestedLimits: { globalLimits } }) => ({
    description,
    projects: globalLimits.projectCountLimit,
  }));

const form = (...forms: Form[]) => ({
  program: program(...forms),
  expectedObjects: expectedObjects(...forms),
});

const ALL = "/cloud/v2/limits_request";
const ONE = `${ALL}/{id}`;

export const interruptions: [Interruptions, ...Interruptions[]] = [
  {
    name: "QuotaLimitRequest",
    type: "QuotaLimitRequest",
    platform: { deleteDecidedRequests: true },
    objects: ({ quotas }) =>
      quotas.requests().map(({ id, description, requested_limits: limits }) => ({
        id,
        description,
        projects: limits.global_limits?.project_count_limit,
      })),
    recorded: ({ id, inputs }) => ({
      id,
      description: inputs.description,
      projects: (inputs.requestedLimits as { globalLimits: { projectCountLimit: number } }).globalLimits
        .projectCountLimit,
    }),
    advance: ({ quotas }) => {
      for (const { id, status } of quotas.requests()) if (status === "in progress") quotas.approve(id);
    },
    runs: [
      { action: "sends two requests", points: [`before POST ${ALL}`], ...form(plain, plain) },
      {
        action: "sends two more, one of which waits for its decision",
        points: [`before GET ${ONE}`, `after POST ${ALL}#2`],
        ...form(plain, plain, plain, plain),
      },
      {
        action: "reads what it has sent, while another waits for its decision",
        points: [`before GET ${ONE}`, `answered GET ${ALL}#4`],
        ...form(plain, plain, plain, plain, plain, plain),
      },
      {
        action: "has sent three with another description, and withdraws the first ones",
        points: [`before DELETE ${ONE}#1`, `after DELETE ${ONE}#2`, `answered DELETE ${ONE}#3`],
        ...form(redescribed, redescribed, redescribed, plain, plain, plain),
      },
      {
        action: "waits for the decision about three",
        points: [`before GET ${ONE}#1`, `after GET ${ONE}#2`, `answered GET ${ONE}#3`],
        ...form(awaited, awaited, awaited, plain, plain, plain),
      },
      {
        action: "withdraws all",
        points: [`before DELETE ${ONE}#1`, `after DELETE ${ONE}#2`, `answered DELETE ${ONE}#3`],
        ...form(),
      },
    ],
  },
];
