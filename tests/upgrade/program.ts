import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

// Every resource in every way that leaves its own traces in a state. States of this program are kept in states/.

const config = new pulumi.Config();
const threshold = config.getNumber("threshold") ?? 70;
const admin = new cloudplatform.Provider("admin", { apiKey: config.requireSecret("adminKey") });

new cloudplatform.Router(
  "managed",
  {
    projectId: 1,
    regionId: 2,
    name: "managed-router",
    externalGatewayInfo: { networkId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301", enableSnat: threshold === 70 },
    interfaces: [{ subnetId: "3f2504e0-4f89-41d3-9a0c-0305e82c3310", ipAddress: "10.0.1.7" }],
    routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.1.9" }],
    ifExists: "adopt",
  },
  { customTimeouts: { create: "5m", delete: "5m" } },
);
new cloudplatform.Router("named", { projectId: 1, regionId: 2 });
new cloudplatform.Router("adopted", {
  projectId: 1,
  regionId: 2,
  routerId: config.require("adoptedRouter"),
  name: threshold === 70 ? "adopted-router" : "adopted-anew",
  routes: [],
});
new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold });
new cloudplatform.QuotaNotificationThreshold("told", {
  clientId: 43,
  threshold,
  lastMessage: null,
  lastSending: null,
});
new cloudplatform.QuotaLimitRequest("more", {
  description: `More for ${threshold}`,
  requestedLimits: {
    globalLimits: { projectCountLimit: 9 },
    regionalLimits: [{ regionId: 76, cpuCountLimit: 200, ramLimit: 1024 }],
  },
  waitForDecision: false,
});
new cloudplatform.EdgeGroupMembership(
  "partner",
  { groupId: "9223372036854775807", clientId: threshold === 70 ? 42 : 43 },
  { provider: admin },
);
new cloudplatform.ResellerNotificationSettings(
  "made",
  {
    resellerId: 8,
    email: pulumi.secret("made@example.com"),
    notificationType: "failed_login",
    enabled: threshold === 70,
  },
  { provider: admin },
);
new cloudplatform.ResellerNotificationSettings(
  "adopted",
  {
    resellerId: 8,
    notificationSettingsId: config.requireNumber("adoptedSettings"),
    enabled: threshold === 70,
  },
  { provider: admin },
);
new cloudplatform.CertificateForceRetry("www", { certId: 321, triggers: { asked: threshold } });
