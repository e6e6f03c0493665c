const pulumi = require("@pulumi/pulumi");

// Baseline: the resources of ../memberships as an ordinary dynamic provider, as Pulumi's guide writes one. No checks, no
// retries, no limit of concurrency.

class MembershipProvider {
  async configure({ config }) {
    this.baseUrl = config.require("cloudplatform:baseUrl");
    this.headers = { authorization: `apikey ${config.require("cloudplatform:apiKey")}` };
  }

  async create({ groupId, clientId }) {
    await this.request("POST", `/fastedge/v1/admin/groups/${groupId}/client/${clientId}`);
    return { id: `${groupId}/${clientId}`, outs: { groupId, clientId } };
  }

  async read(id, { groupId, clientId }) {
    const query = `group__incl=${groupId}&client_id=${clientId}`;
    const { clients } = await this.request("GET", `/fastedge/v1/admin/clients?${query}`);
    return clients.length === 0 ? {} : { id, props: { groupId, clientId } };
  }

  async diff(_id, olds, news) {
    const replaces = ["groupId", "clientId"].filter((name) => olds[name] !== news[name]);
    return { changes: replaces.length > 0, replaces };
  }

  async delete(_id, { groupId, clientId }) {
    await this.request("DELETE", `/fastedge/v1/admin/groups/${groupId}/client/${clientId}`);
  }

  async request(method, path) {
    const reply = await fetch(this.baseUrl + path, { method, headers: this.headers });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    const text = await reply.text();
    return text === "" ? undefined : JSON.parse(text);
  }
}

const provider = new MembershipProvider();

class Membership extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(provider, name, args, opts);
  }
}

const count = new pulumi.Config("bench").requireNumber("count");
for (let index = 0; index < count; index++)
  new Membership(`member-${index}`, { groupId: 1 + Math.floor(index / 50), clientId: 1 + index });
