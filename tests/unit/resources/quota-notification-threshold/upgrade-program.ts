import * as cloudplatform from "pulumi-cloudplatform";
import { threshold } from "../../../upgrade/common";

new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold });
new cloudplatform.QuotaNotificationThreshold("told", {
  clientId: 43,
  threshold,
  lastMessage: null,
  lastSending: null,
});
