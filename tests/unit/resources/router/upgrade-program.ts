import * as cloudplatform from "pulumi-cloudplatform";
import { config, threshold } from "../../../upgrade/common";

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
