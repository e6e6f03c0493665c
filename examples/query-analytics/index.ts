import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

export const traffic = cloudplatform.queryAnalyticsOutput({
  query: `query Traffic($resource: Int!) {
    traffic(resource: $resource) { country bytes }
  }`,
  variables: { resource: new pulumi.Config().requireNumber("resourceId") },
  operationName: "Traffic",
}).data;
