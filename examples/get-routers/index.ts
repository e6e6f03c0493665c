import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();

const { routers } = cloudplatform.getRoutersOutput({
  projectId: config.requireNumber("projectId"),
  regionId: config.requireNumber("regionId"),
});

export const names = routers.apply((list) => list.map(({ name }) => name));
