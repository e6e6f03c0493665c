import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();
const projectId = config.requireNumber("projectId");
const regionId = config.requireNumber("regionId");
const networkId = config.require("externalNetworkId");

// Created here, and deleted with the stack. Its name is derived from "edge".
const edge = new cloudplatform.Router("edge", {
  projectId,
  regionId,
  externalGatewayInfo: { networkId, enableSnat: true },
});

// A router that exists already: only its routes are managed here, and deleting the stack leaves it in place.
const sharedId = config.get("sharedRouterId");
if (sharedId) {
  new cloudplatform.Router("shared", { projectId, regionId, routerId: sharedId, routes: [] });
}

export const routerId = edge.routerId;
export const address = edge.externalGatewayInfo.apply((gateway) => gateway?.externalFixedIps?.[0]?.ipAddress);
