import { ERRORS } from "../../../../sdk/src/resources/quota-limit-request/errors";
import { failOnce, type SetUpOptions } from "../../../support/handler-setup";
import { provocations, reportOf } from "../../../support/provocations";
import { until } from "../../../support/until";
import { args, isPost, NEVER_LISTED, patient, setUp } from "./setup";

const documentedOnly = { mode: "documented-only" } as const;

async function created(inputs: typeof args, options: SetUpOptions = {}, fault?: string) {
  const { platform, request } = await setUp(options);
  if (fault !== undefined) platform.faults.add(fault);
  return reportOf(request, request.up(inputs));
}

export const PROVOCATIONS = provocations(ERRORS, {
  /** Somebody withdraws it during the wait. */
  async withdrawn() {
    const { platform, request } = await setUp();
    const ends = reportOf(request, request.up(patient, { create: "48h" }));
    await until(() => request.engine.lines.length > 0);
    platform.quotas.remove(platform.quotas.requests()[0]?.id ?? "");
    return ends;
  },
  creationUncertain: () => created(args, { ...documentedOnly, faultFor: failOnce(isPost, "lose the reply") }),
  async cannotWithdraw() {
    const { request } = await setUp({
      faultFor: ({ method }) => (method === "DELETE" ? { status: 405, body: { message: "No." } } : undefined),
    });
    await request.up(args);
    return reportOf(request, request.destroy());
  },
  notListed: () => created(args, {}, NEVER_LISTED),
  decisionNotPolled: () => created(patient, {}, NEVER_LISTED),
  decisionNotAwaited: () => created(patient, documentedOnly),
});
