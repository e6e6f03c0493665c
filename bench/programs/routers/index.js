const pulumi = require("@pulumi/pulumi");
const cloudplatform = require("pulumi-cloudplatform");

const config = new pulumi.Config("bench");
const count = config.requireNumber("count");
const prefix = config.get("prefix") ?? "edge";
for (let index = 0; index < count; index++)
  new cloudplatform.Router(`router-${index}`, { projectId: 1, regionId: 2, name: `${prefix}-${index}` });
