import { CERTIFICATES } from "../../../sdk/src/platform/api/certificates";
import type { CertificateState, SimulatorOptions } from "../../../simulator/src";
import { provocations, reportOf } from "../../support/provocations";
import { setUpFaulty, startWith } from "../resources/certificate-force-retry/setup";

const args = { certId: 321 };

async function retried(state: CertificateState, options?: SimulatorOptions) {
  const { resource } = await startWith(state, options);
  return reportOf(resource, resource.up(args));
}

export const PROVOCATIONS = provocations(CERTIFICATES, {
  notAttached: () => retried("not attached"),
  notAutomated: () => retried("not automated"),
  allowanceUsedUp: () => retried("failed", { forceRetriesPerCertificate: 0 }),
  async replyLost() {
    const { resource } = await setUpFaulty(() => "lose the reply");
    return reportOf(resource, resource.up(args));
  },
});
