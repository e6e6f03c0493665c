import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();

// The client gets an e-mail when 70 % of one of its quotas are in use. Destroying the stack sets it back to 80 %.
const early = new cloudplatform.QuotaNotificationThreshold("early", {
  clientId: config.requireNumber("clientId"),
  threshold: 70,
});

export const lastWarning = early.lastSending.apply((time) => time ?? "never");
