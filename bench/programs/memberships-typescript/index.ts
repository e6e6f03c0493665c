import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

// ../memberships in TypeScript, which Pulumi compiles at the start of each run.

const count = new pulumi.Config("bench").requireNumber("count");
for (let index = 0; index < count; index++) {
  const args = { groupId: 1 + Math.floor(index / 50), clientId: 1 + index };
  new cloudplatform.EdgeGroupMembership(`member-${index}`, args);
}
