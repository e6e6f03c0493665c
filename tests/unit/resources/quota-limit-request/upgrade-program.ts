import * as cloudplatform from "pulumi-cloudplatform";
import { threshold } from "../../../upgrade/common";

new cloudplatform.QuotaLimitRequest("more", {
  description: `More for ${threshold}`,
  requestedLimits: {
    globalLimits: { projectCountLimit: 9 },
    regionalLimits: [{ regionId: 76, cpuCountLimit: 200, ramLimit: 1024 }],
  },
  waitForDecision: false,
});
