import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  type AgreementCase,
  type Errors,
  numberedCases,
  prepareCases,
  previewWarnings,
  upWithErrors,
} from "../support/agreement";
import { useDeployment } from "../support/deployment";
import { CASES } from "../support/preflight-cases";
import { PREVIEW_CASES } from "../support/preview-cases";

// What `pulumi preview` warns of against the `up` that follows, with the real CLI.

describe.each<[string, AgreementCase[]]>([
  ["of preflight", CASES],
  ["of a preview", PREVIEW_CASES],
])("in the cases %s, a preview", (_, cases) => {
  const numbered = numberedCases(cases);
  const { platform, stack } = useDeployment({ taskTime: "manual" });
  let warned: Record<string, string>;
  let failed: Errors;

  beforeAll(async () => {
    await prepareCases(numbered, platform, stack);
    warned = await previewWarnings(stack);
    failed = await upWithErrors(platform, stack);
  }, 240_000);

  const titleOf = (name: string) => numbered.find(({ n }) => name.endsWith(`-${n}`))?.title ?? name;

  test("warns of no failure that does not happen", () => {
    const happened = Object.keys(warned).map((name) => [name, failed[name]?.code]);
    expect(warned).toEqual(Object.fromEntries(happened));
  });

  test("warns of each failure, but of those with a reason", () => {
    const missed = Object.keys(failed).filter((name) => warned[name] === undefined);
    const known = cases.filter((one) => one.missed !== undefined).map(({ title }) => title);
    expect(missed.map(titleOf).sort()).toEqual(known.sort());
  });
});
