import { describe, expect, test } from "@jest/globals";
import { eventually, failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { type StackOptions, yaml } from "../support/stack";

// A run that waits for the decision about a quota limit request, with the real CLI and a refresh in each run: each run waits
// until the decision is made, so that nothing is created that depends on it.

const REQUEST = {
  description: "Load test in March",
  requestedLimits: { globalLimits: { projectCountLimit: 40 } },
  waitForDecision: true,
};
const ROUTER = { projectId: 1, regionId: 2, name: "edge-router" };

const TYPESCRIPT = `
  const more = new cloudplatform.QuotaLimitRequest("more", ${JSON.stringify(REQUEST)});
  new cloudplatform.Router("edge", ${JSON.stringify(ROUTER)}, { dependsOn: more });`;

const YAML = yaml({
  resources: {
    more: { type: "cloudplatform:QuotaLimitRequest", properties: REQUEST },
    edge: {
      type: "cloudplatform:Router",
      properties: ROUTER,
      options: { dependsOn: ["$" + "{more}"] },
    },
  },
});

describe.each<[language: string, program: string, options: StackOptions]>([
  ["TypeScript", TYPESCRIPT, {}],
  ["YAML", YAML, { yaml: true }],
])("%s", (_, program, options) => {
  const { platform, stack } = useDeployment({ taskTime: 0 }, options);

  test("up fails with the rejection each time, and creates nothing that depends on the request", async () => {
    stack.program(program);
    const first = await stack.begin("up", "--yes", "--skip-preview", "--refresh");
    await eventually(() => platform.count({ method: "GET", path: /limits_request\/\d+$/ }) > 0);
    const waiting = platform.quotas.requests()[0]?.id ?? "";

    // The run is cancelled while it waits, and the next one waits again.
    first.child.kill("SIGINT");
    expect((await first.ended).code).not.toBe(0);
    await stack.refresh();
    const next = await stack.begin("up", "--yes", "--skip-preview", "--refresh");
    await eventually(() => next.printed().includes(`in progress, quota limit request ${waiting}`));
    platform.quotas.reject(waiting);
    expect((await next.ended).code).not.toBe(0);

    for (const __ of [1, 2]) {
      const { output } = await failing(stack.up("--refresh"));
      expect(output).toContain("[quota-request-rejected]");
    }
    expect(platform.quotas.requests()).toHaveLength(1);
    expect(platform.routers.all()).toEqual([]);
  });
});
