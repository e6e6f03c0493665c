import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();

// Fired now, and once more whenever the domain changes: not by an `up` without changes, and never by a preview.
const retry = new cloudplatform.CertificateForceRetry("www", {
  certId: config.requireNumber("certId"),
  triggers: [config.require("domain")],
});

export const outcome = retry.outcome;
export const message = retry.message;
