import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();

// Starts a retry now, and again whenever the domain changes. Previews, and `pulumi up` without changes, start no retry.
const retry = new cloudplatform.CertificateForceRetry("www", {
  certId: config.requireNumber("certId"),
  triggers: [config.require("domain")],
});

export const outcome = retry.outcome;
export const message = retry.message;
