const pulumi = require("@pulumi/pulumi");
const cloudplatform = require("pulumi-cloudplatform");

const count = new pulumi.Config("bench").requireNumber("count");
for (let index = 0; index < count; index++) {
  // As members of many groups, because the simulator searches a member among all of a group.
  const args = { groupId: 1 + Math.floor(index / 50), clientId: 1 + index };
  new cloudplatform.EdgeGroupMembership(`member-${index}`, args);
}
