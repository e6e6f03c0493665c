import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();

// A person at the platform decides. `pulumi refresh` updates the status. With `waitForDecision` the creation would wait.
const loadTest = new cloudplatform.QuotaLimitRequest("load-test", {
  description: "Load test of the new shop",
  requestedLimits: {
    globalLimits: { projectCountLimit: 10 },
    regionalLimits: [
      { regionId: config.requireNumber("regionId"), cpuCountLimit: 200, ramLimit: 512 * 1024 },
    ],
  },
});

export const requestId = loadTest.requestId;
export const status = loadTest.status;
