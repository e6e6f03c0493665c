import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const config = new pulumi.Config();

// Groups need the key of an edge administrator: pulumi config set --secret edgeAdminKey
const admin = new cloudplatform.Provider("edge-admin", { apiKey: config.requireSecret("edgeAdminKey") });

// Ids have 64 bits. They are strings here, because JavaScript rounds large numbers.
const partner = new cloudplatform.EdgeGroupMembership(
  "partner",
  { groupId: config.require("groupId"), clientId: config.require("clientId") },
  { provider: admin },
);

export const membership = partner.id;
