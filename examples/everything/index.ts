import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();
const projectId = config.requireNumber("projectId");
const regionId = config.requireNumber("regionId");
const clientId = config.requireNumber("clientId");
const certId = config.requireNumber("certId");

// Two accounts: what is not given this provider uses the stack's own key, cloudplatform:apiKey.
const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });

// The network of the office.
const router = new cloudplatform.Router("office", {
  projectId,
  regionId,
  externalGatewayInfo: { networkId: config.require("externalNetworkId") },
});

// Its quotas: an early warning, and more of what it will need.
const warning = new cloudplatform.QuotaNotificationThreshold("early", { clientId, threshold: 75 });
const request = new cloudplatform.QuotaLimitRequest("growth", {
  description: "The office doubles in March",
  requestedLimits: { regionalLimits: [{ regionId, vmCountLimit: 40, routerCountLimit: 4 }] },
});

// Who has access, and who is told of what: the reseller's business.
const member = new cloudplatform.EdgeGroupMembership(
  "office",
  { groupId: config.require("groupId"), clientId },
  { provider: reseller },
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

// Its certificate is tried again when the router, and with it the address, is another one.
const retry = new cloudplatform.CertificateForceRetry("office", { certId, triggers: [router.id] });

// A look at what there is: functions read, in previews as well.
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
