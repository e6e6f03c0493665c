import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();
const resellerId = config.requireNumber("resellerId");

// A reseller needs a key of its own: pulumi config set --secret resellerKey
const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });

const logins = new cloudplatform.ResellerNotificationSettings(
  "logins",
  { resellerId, email: "oncall@example.com", notificationType: "failed_login" },
  { provider: reseller },
);

// Existing settings: the resource disables them and changes nothing else.
const existing = config.getNumber("existingSettingsId");
if (existing !== undefined) {
  new cloudplatform.ResellerNotificationSettings(
    "existing",
    { resellerId, notificationSettingsId: existing, enabled: false },
    { provider: reseller },
  );
}

export const settingsId = logins.notificationSettingsId;
