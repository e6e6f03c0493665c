import type { Simulator } from "../../../../simulator/src";
import type { InterruptedRun, Interruptions } from "../../../support/interruption";

const CERTIFICATES = [1, 2, 3];

/** Each certificate fails again before the run, so that a retry is possible. */
function failAll({ certificates }: Simulator): void {
  for (const { id } of certificates.all()) certificates.delete(id);
  for (const id of CERTIFICATES) certificates.add({ id, state: "failed" });
}

const run = (action: string, trigger: string): InterruptedRun => ({
  action,
  program: CERTIFICATES.map(
    (certId) =>
      `new cloudplatform.CertificateForceRetry("c${certId}", { certId: ${certId}, triggers: ["${trigger}"] });`,
  ).join("\n"),
  before: failAll,
  points: [
    "before POST /cdn/sslData/1/force-retry",
    "after POST /cdn/sslData/2/force-retry",
    "answered POST /cdn/sslData/3/force-retry",
  ],
  expectedObjects: CERTIFICATES.map(() => ({ state: "in progress" })),
});

export const interruptions: [Interruptions, ...Interruptions[]] = [
  {
    name: "CertificateForceRetry",
    type: "CertificateForceRetry",
    objects: ({ certificates }) => certificates.all().map(({ id, state }) => ({ id: String(id), state })),
    // Two force retries during one attempt are one attempt at the platform.
    recorded: ({ id }) => ({ id, state: "in progress" }),
    runs: [
      run("starts three retries", "first"),
      run("starts them again after a trigger has changed", "second"),
    ],
  },
];
