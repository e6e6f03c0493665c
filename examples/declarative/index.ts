import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

// A stack in configuration alone: `pulumi config set --path 'routers.edge.projectId' 1234`, and so on.
const config = new pulumi.Config();
const routers = config.getObject<Record<string, cloudplatform.RouterArgs>>("routers") ?? {};

export const routerIds = Object.fromEntries(
  Object.entries(routers).map(([name, args]) => [name, new cloudplatform.Router(name, args).routerId]),
);
