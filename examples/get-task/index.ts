import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

export const { state, error, createdResources } = cloudplatform.getTaskOutput({
  taskId: new pulumi.Config().require("taskId"),
});
