import { handler } from "../../../../sdk/src/resources/certificate-force-retry/handler";
import type { CertificateState, SimulatorOptions } from "../../../../simulator/src";
import { handlerSetUp } from "../../../support/handler-setup";

export const { setUp, setUpFaulty, setUpScripted, setUpInOneProgram } = handlerSetUp(handler);

export const RETRY = "POST /cdn/sslData/321/force-retry";

/** The platform with one certificate. */
export async function startWith(state: CertificateState, options: SimulatorOptions = {}) {
  const started = await setUp(options);
  started.platform.certificates.add({ id: 321, state });
  return started;
}
