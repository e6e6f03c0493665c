import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();

// Every `up` fires, a preview does not. The resource CertificateForceRetry fires only when something has changed.
const retry = cloudplatform.forceRetryCertificateOutput({ certId: config.requireNumber("certId") });

export const outcome = retry.outcome;
export const message = retry.message;
