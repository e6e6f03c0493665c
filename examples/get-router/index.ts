import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();

const router = cloudplatform.getRouterOutput({
  projectId: config.requireNumber("projectId"),
  regionId: config.requireNumber("regionId"),
  name: config.require("routerName"),
});

export const routerId = router.routerId;
export const addresses = router.apply(({ externalGatewayInfo }) =>
  externalGatewayInfo?.externalFixedIps?.map(({ ipAddress }) => ipAddress),
);
