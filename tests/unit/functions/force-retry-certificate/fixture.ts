import type { FunctionFixture } from "../../../support/function-fixtures";

const CERTIFICATE = "certId must be the number of a certificate: ";

export const fixtures: FunctionFixture[] = [
  {
    name: "forceRetryCertificate",
    prepare: ({ certificates }) => void certificates.add({ id: 321, state: "failed" }),
    argument: () => ({ certId: 321 }),
    invalid: [
      [{ certId: 0 }, `${CERTIFICATE}1 or more`],
      [{ certId: "321" }, `${CERTIFICATE}a whole number, not a text`],
      [{}, "certId is required, and must be the number of a certificate: a whole number"],
    ],
    anyReply: { path: /\/force-retry$/, answer: { status: 201 } },
    // A second call returns another outcome.
    output: {
      args: (certId) => ({ certId }),
      value: () => 321,
      result: { certId: 321, outcome: "started", message: "The issuing process has been started." },
      changesPlatform: true,
    },
    mocked: { args: { certId: 3 }, result: { certId: 3, outcome: "started" } },
    types: `
export const retried: Promise<cloudplatform.ForceRetryCertificateResult> = cloudplatform.forceRetryCertificate({ certId: 321 });
`,
  },
];
