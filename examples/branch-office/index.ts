import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();
const projectId = config.requireNumber("projectId");
const regionId = config.requireNumber("regionId");
const clientId = config.requireNumber("clientId");
const certId = config.requireNumber("certId");

// Three accounts: resources without a provider use the stack's own key, cloudplatform:apiKey.
const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });
const edgeAdmin = new cloudplatform.Provider("edge-admin", { apiKey: config.requireSecret("edgeAdminKey") });

// The network of the office.
const router = new cloudplatform.Router("office", {
  projectId,
  regionId,
  externalGatewayInfo: { networkId: config.require("externalNetworkId") },
});

// The quotas: an early warning, and a request for higher limits.
const warning = new cloudplatform.QuotaNotificationThreshold("early", { clientId, threshold: 75 });
const request = new cloudplatform.QuotaLimitRequest("growth", {
  description: "The office doubles in March",
  requestedLimits: { regionalLimits: [{ regionId, vmCountLimit: 40, routerCountLimit: 4 }] },
});

// Access and notifications, each with the account that may change them.
const member = new cloudplatform.EdgeGroupMembership(
  "office",
  { groupId: config.require("groupId"), clientId },
  { provider: edgeAdmin },
);
const logins = new cloudplatform.ResellerNotificationSettings(
  "logins",
  {
    resellerId: config.requireNumber("resellerId"),
    email: "oncall@example.com",
    notificationType: "failed_login",
  },
  { provider: reseller },
);

// The certificate is retried when the router is replaced, because the address changes with the router.
const retry = new cloudplatform.CertificateForceRetry("office", { certId, triggers: [router.id] });

// Functions that read also run in previews.
const failures = cloudplatform.getAiTasksOutput({ status: "FAILURE", limit: 1 });
const video = cloudplatform.getVideoSubtitlesOutput(
  { videoId: config.requireNumber("videoId") },
  { dependsOn: [retry] },
);

export const routerId = router.routerId;
export const lastWarning = warning.lastSending.apply((time) => time ?? "never");
export const requestStatus = request.status;
export const membership = member.id;
export const notifications = logins.notificationSettingsId;
export const certificate = retry.outcome;
export const failedAiTasks = failures.count;
export const languages = video.subtitles.apply((list) => list.map(({ language }) => language));
