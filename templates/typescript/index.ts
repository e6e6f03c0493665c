import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();

const edge = new cloudplatform.Router("edge", {
  projectId: config.requireNumber("projectId"),
  regionId: config.requireNumber("regionId"),
  routes: [],
});

export const routerId = edge.routerId;
