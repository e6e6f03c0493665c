import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";
import { admin, config, threshold } from "../../../upgrade/common";

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
