import { describe, expect, test } from "@jest/globals";
import { diffResponse } from "../../../../sdk/src/doors/plugin/diff";
import { received, struct } from "../../../../sdk/src/doors/plugin/values";
import { UNKNOWN } from "../../../../sdk/src/operation/inputs/validate";
import { messages } from "../../../../sdk/src/pulumi/internals/protocol";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { useCleanup } from "../../../support/handler-setup";
import { InPluginResource } from "../../../support/in-plugin-resource";
import { KEY, NETWORK, OFFICE, startPlatform } from "../../../support/platform";
import { resource as fixture } from "../../../support/resource-fixtures";

// What is in the messages of the protocol and not in a dynamic provider's methods: secrets, previews, timeouts, detailed differences.

const { closeLater } = useCleanup();
const ARGS = { projectId: 1, regionId: 2, name: "edge-router" };
const SECRET = "hunter2-router";

async function start(options = {}) {
  const platform = closeLater(await startPlatform({ taskTime: 0, ...options }));
  const router = new InPluginResource(fixture("Router").handler, { baseUrl: platform.url, apiKey: KEY });
  const { urn } = router;
  const check = (news: JsonObject, secret: string[] = [], olds: JsonObject = {}) =>
    router.plugin.check(
      new messages.CheckRequest().setUrn(urn).setOlds(struct(olds)).setNews(struct(news, secret)),
    );
  return { platform, router, urn, check };
}

test("secret inputs stay secret inputs and outputs", async () => {
  const { router, urn, check } = await start();
  const checked = await check({ ...ARGS, name: SECRET }, ["name"]);
  expect(received(checked.getInputs()).secret).toEqual(["name"]);
  const request = new messages.CreateRequest().setUrn(urn).setProperties(checked.getInputs());
  const created = await router.run(router.plugin.create(request));
  const outputs = received(created.getProperties());
  expect(outputs).toMatchObject({ secret: ["name"], values: { name: SECRET, __secret: ["name"] } });
  const read = await router.plugin.read(
    new messages.ReadRequest().setUrn(urn).setId(created.getId()).setProperties(created.getProperties()),
  );
  expect(received(read.getProperties()).secret).toEqual(["name"]);
  expect(received(read.getInputs())).toMatchObject({ secret: ["name"], values: { name: SECRET } });
});

test("a failed creation has the state that the engine has to keep", async () => {
  const { platform, router } = await start({ taskTime: 3_600_000 });
  await expect(router.up(ARGS, { create: "1m" })).rejects.toThrow(/timeout/);
  const { id, outputs } = router.state ?? {};
  expect(platform.routers.all()).toMatchObject([{ id }]);
  expect(outputs).toMatchObject({ name: "edge-router", __tasks: [expect.any(String)] });
  expect(outputs).not.toHaveProperty("__timeouts");
});

test("a failure of check has no value of a secret input", async () => {
  const { check } = await start();
  const failures = (await check({ ...ARGS, name: `${SECRET}!` }, ["name"])).getFailuresList();
  const [failure] = failures.map((one) => one.toObject());
  // The engine prints the value of a property that is named.
  expect(failure).toMatchObject({ property: "", reason: expect.stringContaining("name must have 3 to 63") });
  expect(JSON.stringify(failure)).not.toContain(SECRET);
});

test("the preview of a creation has the inputs, but not those that the platform completes, and sends no change", async () => {
  const { platform, router, urn, check } = await start();
  const routes = [{ destination: "10.0.3.0/24", nexthop: "10.0.1.9" }];
  const { name: _, ...args } = { ...ARGS, routes, interfaces: [{ subnetId: OFFICE }] };
  const inputs = (await check({ ...args, externalGatewayInfo: { networkId: UNKNOWN } })).getInputs();
  const request = new messages.CreateRequest().setUrn(urn).setProperties(inputs).setPreview(true);
  const { values } = received((await router.plugin.create(request)).getProperties());
  expect(values).toMatchObject({ projectId: 1, regionId: 2, routes, name: expect.stringMatching(/^edge-/) });
  for (const name of ["routerId", "status", "interfaces", "externalGatewayInfo"])
    expect([name, values[name]]).toEqual([name, UNKNOWN]);
  expect(platform.requests.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("the preview of an update knows the id, and asks the platform about the object", async () => {
  const { platform, router, urn, check } = await start();
  await router.up(ARGS);
  const { id, inputs, outputs } = router.state ?? { id: "", inputs: {}, outputs: {} };
  platform.routers.change(id, { name: "renamed by hand" });
  const news = (await check({ ...ARGS, name: "edge" }, [], inputs)).getInputs();
  const request = new messages.UpdateRequest().setUrn(urn).setId(id).setOlds(struct(outputs));
  const reply = await router.plugin.update(request.setNews(news).setPreview(true));
  expect(received(reply.getProperties()).values).toMatchObject({
    name: "edge",
    routerId: id,
    status: UNKNOWN,
  });
  expect(router.engine.logs.map(({ text }) => text).join()).toContain('"renamed by hand"');
});

test("the differences have the paths of inputs, and those that replace are marked", async () => {
  const { router, urn, check } = await start();
  await router.up({ ...ARGS, routes: [], externalGatewayInfo: { networkId: NETWORK } });
  const { id, inputs, outputs } = router.state ?? { id: "", inputs: {}, outputs: {} };
  const gateway = { networkId: NETWORK, enableSnat: false };
  const news = { ...ARGS, regionId: 3, externalGatewayInfo: gateway, interfaces: [{ subnetId: OFFICE }] };
  const request = new messages.DiffRequest().setUrn(urn).setId(id).setOlds(struct(outputs));
  request.setOldInputs(struct(inputs)).setNews((await check(news, [], inputs)).getInputs());
  const reply = await router.plugin.diff(request);
  const kinds = reply.toObject().detaileddiffMap.map(([path, { kind }]) => [path, kind]);
  expect(Object.fromEntries(kinds)).toEqual({
    regionId: Kind.UPDATE_REPLACE,
    "externalGatewayInfo.enableSnat": Kind.ADD,
    interfaces: Kind.ADD,
    routes: Kind.DELETE,
  });
  expect(reply.getReplacesList()).toEqual(["regionId"]);
});

const { Kind } = messages.PropertyDiff;

test.each([
  [{ "site.conf": 1 }, { "site.conf": 2 }, { 'triggers["site.conf"]': Kind.UPDATE }],
  [{ "a[b": [1] }, { "a[b": [1, 2] }, { 'triggers["a[b"][1]': Kind.ADD }],
  [{ "": { x: 1 } }, { "": {} }, { 'triggers[""].x': Kind.DELETE }],
  [{}, { 'a"b\\"c': 1 }, { 'triggers["a\\"b\\\\"c"]': Kind.ADD }],
  [
    { "a-b": 1, 7: 1 },
    { "a-b": 2, 7: 2 },
    { "triggers.a-b": Kind.UPDATE, "triggers.7": Kind.UPDATE },
  ],
  [{}, { constructor: 1, __x: 1 }, { "triggers.constructor": Kind.ADD, "triggers.__x": Kind.ADD }],
  // Pulumi has no path of such a key.
  [{ "a.\\": 1, b: 1 }, { "a.\\": 2, b: 2 }, { triggers: Kind.UPDATE }],
])("the paths of the change of %j to %j can be read by Pulumi", (olds, news, expected) => {
  const response = diffResponse({ triggers: olds }, { triggers: news });
  const kinds = response.toObject().detaileddiffMap.map(([path, { kind }]) => [path, kind]);
  expect(Object.fromEntries(kinds)).toEqual(expected);
  expect(response.getDiffsList()).toEqual(["triggers"]);
});

describe("after `check` a policy may change the inputs, and those of the operation count", () => {
  const routes = [{ destination: "10.0.3.0/24", nexthop: "10.0.1.9" }];
  const bodyOf = (platform: Awaited<ReturnType<typeof start>>["platform"]) =>
    platform.requests.filter(({ method }) => method !== "GET").map(({ body }) => body);

  test("in a creation: what it sends and stores, its secrets, and transient inputs of the program", async () => {
    const { platform, router, urn, check } = await start();
    platform.routers.add({ ...ARGS, name: SECRET });
    const { values } = received((await check({ ...ARGS, routes, ifExists: "create" })).getInputs());
    const { routes: _, ...others } = values;
    const request = new messages.CreateRequest().setUrn(urn);
    request.setProperties(struct({ ...others, name: SECRET, interfaces: [{ subnetId: OFFICE }] }, ["name"]));
    const preview = await router.plugin.create(request.clone().setPreview(true));
    expect(received(preview.getProperties())).toMatchObject({ values: { name: SECRET }, secret: ["name"] });
    const { values: outputs, secret } = received(
      (await router.run(router.plugin.create(request))).getProperties(),
    );
    expect(bodyOf(platform)).toEqual([{ name: SECRET, interfaces: [{ type: "subnet", subnet_id: OFFICE }] }]);
    expect(outputs).toMatchObject({ name: SECRET, routes: [], __declared: ["interfaces", "name"] });
    expect(secret).toEqual(["name"]);
  });

  test("in the difference, an update and its preview", async () => {
    const { platform, router, urn, check } = await start();
    await router.up(ARGS);
    const { id, inputs, outputs } = router.state ?? { id: "", inputs: {}, outputs: {} };
    const checked = received((await check(ARGS, [], inputs)).getInputs()).values;
    const news = (values: object) => struct({ ...checked, ...values }, ["name"]);
    const diff = new messages.DiffRequest().setUrn(urn).setId(id).setOlds(struct(outputs));
    diff.setOldInputs(struct(inputs));
    const region = await router.plugin.diff(diff.clone().setNews(news({ regionId: 3 })));
    expect(region.getReplacesList()).toEqual(["regionId"]);
    const name = await router.plugin.diff(diff.setNews(news({ name: SECRET })));
    expect([name.getReplacesList(), name.getDiffsList()]).toEqual([[], ["name"]]);
    const request = new messages.UpdateRequest().setUrn(urn).setId(id).setOlds(struct(outputs));
    request.setOldInputs(struct(inputs)).setNews(news({ name: SECRET }));
    const preview = await router.plugin.update(request.clone().setPreview(true));
    expect(received(preview.getProperties())).toMatchObject({ values: { name: SECRET }, secret: ["name"] });
    platform.clearRequests();
    const updated = await router.run(router.plugin.update(request));
    expect(received(updated.getProperties())).toMatchObject({ values: { name: SECRET }, secret: ["name"] });
    expect(bodyOf(platform)).toEqual([{ name: SECRET }]);
  });

  test("but what the program has marked as secret stays secret, although a policy has lost the mark", async () => {
    const { router, urn, check } = await start();
    await check({ ...ARGS, name: SECRET }, ["name"]);
    const request = new messages.CreateRequest().setUrn(urn);
    request.setProperties(struct({ ...ARGS, name: `${SECRET}-2` }));
    const created = await router.run(router.plugin.create(request));
    expect(received(created.getProperties()).secret).toEqual(["name"]);
  });

  test("and are checked again", async () => {
    const { urn, check, router } = await start();
    await check(ARGS);
    const request = new messages.CreateRequest().setUrn(urn).setProperties(struct({ ...ARGS, name: "x" }));
    await expect(router.plugin.create(request)).rejects.toThrow(/name must have 3 to 63/);
  });

  test("and completed again", async () => {
    const { platform, urn, check, router } = await start();
    await check(ARGS);
    const { name: _, ...others } = ARGS;
    const request = new messages.CreateRequest().setUrn(urn).setProperties(struct(others));
    await router.run(router.plugin.create(request));
    expect(bodyOf(platform)).toMatchObject([{ name: expect.stringMatching(/^edge-[0-9a-f]{7}$/) }]);
  });

  test("and compared with those of other resources again", async () => {
    const { platform, urn, router } = await start();
    const others = ["one", "two"].map((name) => urn.replace("edge", name));
    for (const [index, one] of others.entries()) {
      const news = struct({ ...ARGS, name: `router-${index}` });
      await router.plugin.check(new messages.CheckRequest().setUrn(one).setOlds(struct({})).setNews(news));
    }
    const creations = others.map((each) =>
      router.plugin.create(new messages.CreateRequest().setUrn(each).setProperties(struct(ARGS))),
    );
    const [, second] = await router.run(Promise.allSettled(creations));
    expect(second).toMatchObject({ reason: { message: expect.stringContaining("[duplicate-resource]") } });
    expect(platform.routers.all()).toHaveLength(1);
  });
});
