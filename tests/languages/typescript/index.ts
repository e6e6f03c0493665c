// All resources and functions of the package, with two accounts. The program of python/__main__.py and of go/main.go in TypeScript.
// It is the same with the generated SDK, which tests name in place of the package.
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();
const name = config.require("name");

const reseller = new cloudplatform.Provider("reseller", {
  apiKey: config.requireSecret("resellerKey"),
  maxRetries: 2,
});

const edge = new cloudplatform.Router(
  "edge",
  {
    projectId: 1,
    regionId: config.requireNumber("region"),
    name,
    externalGatewayInfo: { networkId: config.require("network"), enableSnat: true },
    interfaces: [{ subnetId: config.require("office") }],
    routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.1.9" }],
  },
  { customTimeouts: { create: "5m" } },
);
new cloudplatform.QuotaNotificationThreshold("early", {
  clientId: 42,
  threshold: config.requireNumber("threshold"),
});
const more = new cloudplatform.QuotaLimitRequest("more", {
  description: pulumi.interpolate`For ${edge.name}`,
  requestedLimits: {
    globalLimits: { projectCountLimit: 10 },
    regionalLimits: [{ regionId: 76, cpuCountLimit: 200 }],
  },
});
const membership = new cloudplatform.EdgeGroupMembership(
  "partner",
  { groupId: "9223372036854775807", clientId: 4711 },
  { provider: reseller },
);
const logins = new cloudplatform.ResellerNotificationSettings(
  "logins",
  { resellerId: 8, email: `${name}@example.com`, notificationType: "failed_login" },
  { provider: reseller },
);
const retry = new cloudplatform.CertificateForceRetry("www", { certId: 321, triggers: { name } });

const found = cloudplatform.getRoutersOutput(
  { projectId: 1, regionId: edge.regionId },
  { dependsOn: [edge] },
);

export const routerId = edge.routerId;
export const address = edge.externalGatewayInfo.apply((gateway) => gateway?.externalFixedIps?.[0]?.ipAddress);
export const port = edge.interfaces.apply((interfaces) => interfaces?.[0]?.portId);
export const request = more.status;
export const partner = membership.id;
export const enabled = logins.enabled;
export const outcome = retry.outcome;
export const core = cloudplatform
  .getRouter({ projectId: 1, regionId: 3, name: "core" })
  .then((router) => router.routerId);
export const names = found.routers.apply((routers) => routers.map((router) => router.name));
export const languages = cloudplatform
  .getVideoSubtitles({ videoId: 5001 })
  .then(({ subtitles }) => subtitles.map(({ language }) => language));
export const failed = cloudplatform.getAiTasks({ status: "FAILURE" }).then(({ count }) => count);
export const state = cloudplatform.getTask({ taskId: config.require("task") }).then((task) => task.state);
cloudplatform.forceRetryCertificateOutput({ certId: 322 });
export const traffic = cloudplatform
  .queryAnalytics({ query: "{ traffic { bytes } }" })
  .then(({ data }) => data);
