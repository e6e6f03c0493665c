const pulumi = require("@pulumi/pulumi");

// Baseline: the routers of ../routers as a dynamic provider that polls tasks every 3 s, as many Terraform providers do.

const POLL_MS = 3_000;

class RouterProvider {
  async configure({ config }) {
    this.baseUrl = config.require("cloudplatform:baseUrl");
    this.headers = {
      authorization: `apikey ${config.require("cloudplatform:apiKey")}`,
      "content-type": "application/json",
    };
  }

  async create({ projectId, regionId, name }) {
    const path = `/cloud/v1/routers/${projectId}/${regionId}`;
    const { created_resources: created } = await this.finish(await this.request("POST", path, { name }));
    const [id] = created.routers;
    return { id, outs: { projectId, regionId, name: (await this.request("GET", `${path}/${id}`)).name } };
  }

  async read(id, { projectId, regionId }) {
    const router = await this.request("GET", `/cloud/v1/routers/${projectId}/${regionId}/${id}`);
    return { id, props: { projectId, regionId, name: router.name } };
  }

  async diff(_id, olds, news) {
    const replaces = ["projectId", "regionId"].filter((name) => olds[name] !== news[name]);
    return { changes: replaces.length > 0 || olds.name !== news.name, replaces };
  }

  async update(id, _olds, { projectId, regionId, name }) {
    const place = `${projectId}/${regionId}/${id}`;
    await this.finish(await this.request("PATCH", `/cloud/v2/routers/${place}`, { name }));
    const router = await this.request("GET", `/cloud/v1/routers/${place}`);
    return { outs: { projectId, regionId, name: router.name } };
  }

  async delete(id, { projectId, regionId }) {
    await this.finish(await this.request("DELETE", `/cloud/v1/routers/${projectId}/${regionId}/${id}`));
  }

  async finish({ tasks: [id] }) {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const task = await this.request("GET", `/v1/tasks/${id}`);
      if (task.state === "FINISHED") return task;
      if (task.state === "ERROR") throw new Error(`task ${id} failed: ${task.error}`);
    }
  }

  async request(method, path, body) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const { "content-type": type, ...others } = this.headers;
    const headers = text === undefined ? others : { ...others, "content-type": type };
    const reply = await fetch(this.baseUrl + path, { method, headers, body: text });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  }
}

const provider = new RouterProvider();

class Router extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(provider, name, args, opts);
  }
}

const config = new pulumi.Config("bench");
const count = config.requireNumber("count");
const prefix = config.get("prefix") ?? "edge";
for (let index = 0; index < count; index++)
  new Router(`router-${index}`, { projectId: 1, regionId: 2, name: `${prefix}-${index}` });
