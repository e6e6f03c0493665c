import { handler } from "../../../sdk/src/resources/certificate-force-retry/handler";
import type { CertificateState, SimulatorOptions } from "../../../simulator/src";
import { worldsOf } from "../../support/worlds";

export const { closeWorlds, startWorld, startFaultyWorld, startOddWorld, startTogether } = worldsOf(handler);

export const RETRY = "POST /cdn/sslData/321/force-retry";

/** The platform with one certificate, of which a refused retry may be told something else than usual. */
export async function startWith(state: CertificateState, options: SimulatorOptions = {}, say?: string) {
  const world = await startWorld(options);
  world.platform.certificates.add({ id: 321, state, ...(say !== undefined && { say }) });
  return world;
}
