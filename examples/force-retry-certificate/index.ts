import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();

// Every `pulumi up` starts a retry; a preview does not. The resource CertificateForceRetry starts one only after a change.
const retry = cloudplatform.forceRetryCertificateOutput({ certId: config.requireNumber("certId") });

export const outcome = retry.outcome;
export const message = retry.message;
