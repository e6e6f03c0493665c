import { beforeAll, describe, expect, test } from "@jest/globals";
import type { RequestRecord } from "../../simulator/src";
import { type Errors, type Finding, numberedCases, prepareCases, upWithErrors } from "../support/agreement";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { changes } from "../support/platform";
import { CASES } from "../support/preflight-cases";

// `preflight` against the `up` that follows it, with the real CLI: for each case the findings, the errors, and the requests.

const numbered = numberedCases(CASES);

const { platform, stack } = useDeployment({ taskTime: "manual" });

async function preflight(): Promise<Record<string, Finding[]>> {
  const { stdout } = await packageCommand(stack, ["preflight", "--json"]);
  const { steps } = JSON.parse(stdout) as { steps: Array<{ name: string; findings: Finding[] }> };
  return Object.fromEntries(steps.map(({ name, findings }) => [name, findings]));
}

/** By the paths of limit requests. */
const limits = new Map<string, number | undefined>();

function limitIn(body: unknown): number | undefined {
  const { requested_limits: asked } = (body ?? {}) as {
    requested_limits?: { global_limits?: { project_count_limit?: number } };
  };
  return asked?.global_limits?.project_count_limit;
}

/** The methods of the requests that changed objects of a case, repeated ones once. */
function sentFor(n: number, requests: readonly RequestRecord[]): string[] {
  const own = requests.filter(({ method, path, body }) => {
    const number = limits.get(path) ?? limitIn(body) ?? Number(/\/(?:1\/)?(\d\d)(?:\/|$)/.exec(path)?.[1]);
    return method !== "GET" && number === n;
  });
  return own.map(({ method }) => method).filter((method, index, all) => method !== all[index - 1]);
}

describe("preflight and up agree on", () => {
  let said: Record<string, Finding[]>;
  let failed: Errors;
  let sent: readonly RequestRecord[];

  beforeAll(async () => {
    await prepareCases(numbered, platform, stack);
    const before = changes(platform);
    said = await preflight();
    expect(changes(platform)).toEqual(before);
    for (const request of platform.quotas.requests())
      limits.set(`/cloud/v2/limits_request/${request.id}`, limitIn(request));
    platform.clearRequests();
    failed = await upWithErrors(platform, stack);
    sent = [...platform.requests];
  });

  test.each(numbered)("$title", ({ n, says, sends, missed }) => {
    const names = Object.keys(says).map((name) => [name, `${name}-${n}`] as const);
    const texts = names.map(([name, full]) => [
      name,
      said[full]?.map(({ level, code, text }) => (level === "fails" ? code : `${level} ${text}`)),
    ]);
    expect(Object.fromEntries(texts)).toEqual(
      Object.fromEntries(
        Object.entries(says).map(([name, list]) => [
          name,
          list.map((text) => (typeof text === "string" ? text : expect.stringMatching(text))),
        ]),
      ),
    );
    for (const [, name] of names) {
      const error = said[name]?.find(({ level }) => level === "fails");
      if (missed === undefined) expect(failed[name]?.code).toEqual(error?.code);
      else expect([error, failed[name]?.code]).toEqual([undefined, expect.any(String)]);
      if (error) expect(error.text).toContain(failed[name]?.text);
    }
    expect(sentFor(n, sent)).toEqual(sends);
  });
});
