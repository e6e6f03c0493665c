import { CERTIFICATES } from "../../../sdk/src/platform/api/certificates";
import { handler } from "../../../sdk/src/resources/certificate-force-retry/handler";
import type { CertificateState, SimulatorOptions } from "../../../simulator/src";
import { handlerSetUp } from "../../support/handler-setup";
import { provocations, reportOf } from "../../support/provocations";

const { setUp, setUpFaulty } = handlerSetUp(handler);
const args = { certId: 321 };

async function retried(state: CertificateState, options?: SimulatorOptions) {
  const { platform, resource } = await setUp(options);
  platform.certificates.add({ id: 321, state });
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
