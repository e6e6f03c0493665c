const pulumi = require("@pulumi/pulumi");
const cloudplatform = require("pulumi-cloudplatform");

const count = new pulumi.Config("bench").requireNumber("count");
for (let clientId = 1; clientId <= count; clientId++)
  new cloudplatform.QuotaNotificationThreshold(`threshold-${clientId}`, { clientId, threshold: 75 });
