import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();

// Groups are an edge administrator's: pulumi config set --secret edgeAdminKey
const admin = new cloudplatform.Provider("edge-admin", { apiKey: config.requireSecret("edgeAdminKey") });

// Ids of 64 bits are texts here: a number of JavaScript would round the long ones.
const partner = new cloudplatform.EdgeGroupMembership(
  "partner",
  { groupId: config.require("groupId"), clientId: config.require("clientId") },
  { provider: admin },
);

export const membership = partner.id;
