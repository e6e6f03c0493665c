const pulumi = require("@pulumi/pulumi");

// Baseline: resources with the inputs of ../memberships, of an ordinary dynamic provider whose methods do nothing. What a
// run costs is what Pulumi costs.

const provider = {
  async create({ groupId, clientId }) {
    return { id: `${groupId}/${clientId}`, outs: { groupId, clientId } };
  },
  async read(id, props) {
    return { id, props };
  },
  async diff() {
    return { changes: false };
  },
  async delete() {},
};

class Membership extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(provider, name, args, opts);
  }
}

const count = new pulumi.Config("bench").requireNumber("count");
for (let index = 0; index < count; index++)
  new Membership(`member-${index}`, { groupId: 1 + Math.floor(index / 50), clientId: 1 + index });
