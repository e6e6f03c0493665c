import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();
const projectId = config.requireNumber("projectId");
const regionId = config.requireNumber("regionId");
const networkId = config.require("externalNetworkId");

// This router is created, and deleted with the stack. Its name is derived from "edge".
const edge = new cloudplatform.Router("edge", {
  projectId,
  regionId,
  externalGatewayInfo: { networkId, enableSnat: true },
});

// An existing router: the stack manages only its routes, and deleting the stack leaves the router at the platform.
const sharedId = config.get("sharedRouterId");
if (sharedId) {
  new cloudplatform.Router("shared", { projectId, regionId, routerId: sharedId, routes: [] });
}

export const routerId = edge.routerId;
export const address = edge.externalGatewayInfo.apply((gateway) => gateway?.externalFixedIps?.[0]?.ipAddress);
