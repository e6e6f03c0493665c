import * as cloudplatform from "pulumi-cloudplatform";
import { admin, threshold } from "../../../upgrade/common";

new cloudplatform.EdgeGroupMembership(
  "partner",
  { groupId: "9223372036854775807", clientId: threshold === 70 ? 42 : 43 },
  { provider: admin },
);
