import { describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import {
  type CloudplatformMocksOptions,
  cloudplatformMocks,
  failuresOf,
  promiseOf,
} from "../../sdk/src/testing";
import { FUNCTIONS } from "../support/function-fixtures";
import { RESOURCES } from "../support/resource-fixtures";
import { failureOf } from "../support/until";
import { describeOutput } from "./mocks";

// Tests of programs, as users write them: without an engine, a platform and settings.

const PLACE = { projectId: 1, regionId: 2 };
const ROUTER = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21";
const SUBNET = "3f2504e0-4f89-41d3-9a0c-0305e82c3310";
const NETWORK = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

function start(options?: CloudplatformMocksOptions, preview = false): Promise<void> {
  return pulumi.runtime.setMocks(cloudplatformMocks(options), "project", "dev", preview);
}

/** The values of all outputs that the class declares. */
async function outputsOf(resource: pulumi.CustomResource): Promise<Record<string, unknown>> {
  const outputs = Object.entries(resource).filter(
    ([name, value]) => pulumi.Output.isInstance(value) && !name.startsWith("__") && name !== "urn",
  );
  const values = outputs.map(async ([name, output]) => [name, await promiseOf(output)] as const);
  return Object.fromEntries(await Promise.all(values));
}

type Class = (new (
  name: string,
  args: object,
) => pulumi.CustomResource) & {
  get(name: string, id: string, scope?: object): pulumi.CustomResource;
};

const classOf = (name: string) => (cloudplatform as unknown as Record<string, Class>)[name] as Class;

/** Outputs that are undefined without an optional input. */
const OPTIONAL = ["triggers", "waitForDecision", "updatedAt"];

function missingOf(outputs: Record<string, unknown>): string[] {
  return Object.keys(outputs).filter((name) => outputs[name] === undefined && !OPTIONAL.includes(name));
}

describe.each(RESOURCES)("$name", ({ name, inputs, existing }) => {
  const make = () => new (classOf(name))("it", inputs.minimal);

  test("has all of its outputs, with the same values in each run", async () => {
    await start();
    const outputs = await outputsOf(make());
    expect(missingOf(outputs)).toEqual([]);
    await start();
    expect(await outputsOf(make())).toEqual(outputs);
  });

  if (existing === "cannot be read") return;

  test("has an id that get accepts, which returns all outputs, also in a preview", async () => {
    await start();
    const id = await promiseOf(make().id);
    for (const preview of [false, true]) {
      await start({}, preview);
      const outputs = await outputsOf(classOf(name).get("again", id, existing.scope));
      expect(outputs).toMatchObject({ id, ...existing.scope });
      expect(missingOf(outputs)).toEqual([]);
    }
  });
});

describe("a resource", () => {
  test("has the inputs as outputs, and the values that the platform adds", async () => {
    await start();
    const router = new cloudplatform.Router("edge", {
      ...PLACE,
      externalGatewayInfo: { networkId: NETWORK },
      interfaces: [{ subnetId: SUBNET }, { subnetId: NETWORK, ipAddress: "10.0.2.1" }],
      routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.2.13" }],
    });
    expect(await outputsOf(router)).toMatchObject({
      ...PLACE,
      name: expect.stringMatching(/^edge-[0-9a-f]{7}$/),
      routerId: await promiseOf(router.id),
      status: "ACTIVE",
      externalGatewayInfo: {
        ...{ networkId: NETWORK, enableSnat: true },
        externalFixedIps: [{ ipAddress: expect.any(String), subnetId: expect.any(String) }],
      },
      interfaces: [
        { subnetId: SUBNET, ipAddress: "10.0.0.1", portId: expect.any(String) },
        { subnetId: NETWORK, ipAddress: "10.0.2.1", portId: expect.any(String) },
      ],
      routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.2.13" }],
    });
  });

  test("has its own id, which is the declared one if it is adopted or imported", async () => {
    await start();
    const ids = [
      new cloudplatform.Router("a", PLACE),
      new cloudplatform.Router("b", PLACE),
      new cloudplatform.Router("c", { ...PLACE, routerId: ROUTER }),
      new cloudplatform.Router("d", { ...PLACE, name: "edge" }, { import: ROUTER }),
    ].map(({ routerId }) => promiseOf(routerId));
    const [first, second, third, fourth] = await Promise.all(ids);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(second).not.toBe(first);
    expect([third, fourth]).toEqual([ROUTER, ROUTER]);
  });

  test("keeps secret inputs secret", async () => {
    await start();
    const router = new cloudplatform.Router("edge", {
      ...PLACE,
      name: pulumi.secret("edge"),
      externalGatewayInfo: { networkId: pulumi.secret(NETWORK) },
    });
    expect(await describeOutput(router.name)).toEqual({ known: true, secret: true, value: "edge" });
    expect(await describeOutput(router.externalGatewayInfo)).toMatchObject({
      secret: true,
      value: { networkId: NETWORK },
    });
    expect(await describeOutput(router.status)).toMatchObject({ secret: false });
  });
});

const NOT_AN_ID = '"17" is not the id of a Router: routerId must be the UUID of a router';

test("failuresOf returns what a preview reports of all resources and functions, and the program goes on", async () => {
  const failures = await failuresOf(() => {
    const found = cloudplatform.getRouterOutput({ ...PLACE, projectId: 0, name: "edge" });
    const first = new cloudplatform.Router("first", { ...PLACE, name: "", routes: [] });
    const next = found.apply(({ name }) => new cloudplatform.Router("never", { ...PLACE, name }));
    new cloudplatform.Router("second", { ...PLACE, name: first.routerId, regionId: -1 });
    return next;
  });
  expect(failures).toEqual([
    "getRouter: projectId must be the number of a project: 1 or more",
    expect.stringMatching(/^Router "first": name must /),
    'Router "second": regionId must be the number of a region: 1 or more',
  ]);
});

test("invalid inputs are thrown as one error with all failures of the preview, under their property paths", async () => {
  const routes = [{ destination: "10.0.0.0/8", nexthop: "me" }];
  const inputs = { projectId: 0, regionId: "2", colour: "red", routes };
  const resource = { type: "pulumi-nodejs:dynamic/cloudplatform:Router", name: "it", inputs };
  const error = await failureOf(Promise.resolve(cloudplatformMocks().newResource(resource)));
  expect(error.message.split("\n").sort()).toEqual([
    'Router "it": colour is not a property of this resource; check its spelling',
    'Router "it": name is required for a router that this resource creates',
    'Router "it": projectId must be the number of a project: 1 or more',
    'Router "it": regionId must be the number of a region: a whole number, not a text',
    'Router "it": routes[0].nexthop must be an IP address, such as "10.0.0.13"',
  ]);
});

test("the refused ids of get and of the option import are failures", async () => {
  const failures = await failuresOf(() => {
    const read = cloudplatform.Router.get("read", "17", PLACE);
    new cloudplatform.Router("imported", { ...PLACE, name: "edge" }, { import: "17" });
    cloudplatform.EdgeGroupMembership.get("member", "17");
    new cloudplatform.CertificateForceRetry("retry", { certId: 1 }, { import: "1" });
    // What follows from a resource that is not read is not created.
    read.name.apply((name) => new cloudplatform.Router("never", { ...PLACE, name, regionId: -1 }));
  });
  expect(failures.sort()).toEqual([
    expect.stringMatching(/^CertificateForceRetry "retry": .*\[object-not-readable\]/),
    expect.stringContaining('EdgeGroupMembership "member": "17" is not the id of an EdgeGroupMembership'),
    expect.stringContaining(`Router "imported": ${NOT_AN_ID}`),
    expect.stringContaining(`Router "read": ${NOT_AN_ID}`),
  ]);
});

test("the invalid settings of a Provider are failures, whether they are unknown, wrong or only known later", async () => {
  const failures = await failuresOf(() => {
    const provider = new cloudplatform.Provider("reseller", {
      apiKey: "two words",
      maxRetries: pulumi.output(21),
      taskTimeout: "soon",
    });
    new cloudplatform.Router("edge", { ...PLACE, regionId: -1 }, { provider });
    new cloudplatform.Provider("other", { maxRetry: 3 } as object);
  });
  expect(failures).toEqual([
    expect.stringContaining('Provider "other": maxRetry is not an argument of a Provider'),
    expect.stringContaining('Provider "reseller": apiKey is not a key'),
    expect.stringContaining('Provider "reseller": taskTimeout must be a duration'),
    expect.stringContaining('Provider "reseller": maxRetries must be a whole number from 0 to 20'),
    'Router "edge": regionId must be the number of a region: 1 or more',
  ]);
});

describe("functions", () => {
  test.each(FUNCTIONS)(
    "$name has a plausible result, the same in each run",
    async ({ plain, mocked: { args, result } }) => {
      await start();
      const first = await plain(args);
      expect(first).toMatchObject(result);
      expect(await plain(args)).toEqual(first);
    },
  );

  test("invalid arguments fail as in a stack, and the error has the stack trace of the test", async () => {
    await start();
    const error = await failureOf(cloudplatform.getTask({ taskId: "" }));
    expect(error).toMatchObject({
      name: "InvalidArguments",
      message: "getTask: taskId must be the id of a task: not empty, without blanks and line breaks",
    });
    expect(error.stack).toMatch(/^\s+at /m);
  });
});

describe("a test", () => {
  test("sets outputs of resources, by their names and inputs", async () => {
    await start({
      outputs: {
        Router: ({ name, id, inputs }) => ({
          status: name === "broken" ? "ERROR" : "ACTIVE",
          region: `${inputs.regionId} ${id}`,
        }),
      },
    });
    const broken = await outputsOf(new cloudplatform.Router("broken", PLACE));
    expect(broken).toMatchObject({ status: "ERROR", region: "2 undefined", distributed: false });
    const read = await outputsOf(cloudplatform.Router.get("shared", ROUTER, PLACE));
    expect(read).toMatchObject({ status: "ACTIVE", region: `2 ${ROUTER}` });
  });

  test("sets results of functions, and their errors", async () => {
    await start({
      results: {
        getTask: ({ taskId }) => ({ state: "ERROR", error: `Task ${taskId} failed` }),
        getRouter: () => {
          throw new Error("no router for you");
        },
      },
    });
    expect(await cloudplatform.getTask({ taskId: "17" })).toMatchObject({
      state: "ERROR",
      error: "Task 17 failed",
      taskType: "create_router",
    });
    const failure = await failureOf(cloudplatform.getRouter({ ...PLACE, name: "edge" }));
    expect(failure.message).toBe("no router for you");
  });

  test("sets the pages of paginateAiTasks by their numbers", async () => {
    const next = ({ page = 1 }) => (page < 3 ? "the next page" : null);
    await start({ results: { getAiTasks: (args) => ({ count: args.page ?? 0, next: next(args) }) } });
    const counts: number[] = [];
    for await (const { count } of cloudplatform.paginateAiTasks()) counts.push(count);
    expect(counts).toEqual([1, 2, 3]);
  });

  class Other extends pulumi.CustomResource {
    declare readonly colour: pulumi.Output<string>;
    constructor() {
      super("other:index:Thing", "thing", { colour: "red" });
    }
  }

  test("can have resources and functions of other packages, with their inputs as outputs", async () => {
    await start();
    expect(await outputsOf(new Other())).toEqual({ id: "thing-id", colour: "red" });
    expect(await pulumi.runtime.invoke("other:index:getThing", { a: 1 })).toEqual({ a: 1 });
  });

  test("sets mocks of other packages", async () => {
    await start({
      others: {
        newResource: ({ name, inputs }) => ({ id: `id of ${name}`, state: { ...inputs, colour: "blue" } }),
        call: ({ token }) => ({ token }),
      },
    });
    expect(await outputsOf(new Other())).toEqual({ id: "id of thing", colour: "blue" });
    expect(await pulumi.runtime.invoke("other:index:getThing", {})).toEqual({
      token: "other:index:getThing",
    });
    expect((await outputsOf(new cloudplatform.Router("edge", PLACE))).status).toBe("ACTIVE");
  });
});

test("Pulumi's own mocks receive the calls of functions, with checked arguments and the provider", async () => {
  const calls: pulumi.runtime.MockCallArgs[] = [];
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
    call(args) {
      calls.push(args);
      return { state: "RUNNING", results: [] };
    },
  });
  const provider = new cloudplatform.Provider("other");
  const office = new pulumi.ComponentResource("company:index:Office", "office", {}, { provider });
  expect(await cloudplatform.getTask({ taskId: "17" })).toEqual({ state: "RUNNING", results: [] });
  await cloudplatform.getTask({ taskId: "18" }, { parent: office });
  await failureOf(cloudplatform.getTask({ taskId: "" }));
  const token = "cloudplatform:index:getTask";
  expect(calls).toEqual([
    { token, inputs: { taskId: "17" }, provider: "" },
    { token, inputs: { taskId: "18" }, provider: expect.stringMatching(/::other::other-id$/) },
  ]);
});
