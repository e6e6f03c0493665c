import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();

const edge = new cloudplatform.Router("edge", {
  projectId: config.requireNumber("projectId"),
  regionId: config.requireNumber("regionId"),
  name: `${pulumi.getStack()}-edge`,
  routes: [],
});

new cloudplatform.QuotaNotificationThreshold("early", {
  clientId: config.requireNumber("clientId"),
  threshold: 75,
});

export const routerId = edge.routerId;
