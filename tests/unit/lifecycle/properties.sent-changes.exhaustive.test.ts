import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { handler as router } from "../../../sdk/src/resources/router/handler";
import { canonicalJson, type Json, type JsonObject } from "../../../sdk/src/util/json";
import { type Simulator, startSimulator } from "../../../simulator/src";
import { useCleanup } from "../../support/handler-setup";
import { InProcessResource } from "../../support/in-process-resource";
import { KEY, LAB, NETWORK, NO_ROUTER, OFFICE, OTHER_NETWORK } from "../../support/platform";

// An update sends what its preview showed: the difference between the inputs of the last run and those of this one.
// Changes that somebody else made in the meantime remain until a refresh shows them.

const { closeLater: opened } = useCleanup();

/** A router of the program. */
interface Subject {
  /** Inputs that never change. */
  fixed: JsonObject;
  /** Random inputs. */
  inputs: Record<string, fc.Arbitrary<Json>>;
  /** The inputs among them that are required. */
  required: string[];
  /** Creates the router that is adopted. */
  prepare?(platform: Simulator): void;
}

/** The inputs of the first run, then a change by somebody else, and the inputs of the next run. */
interface Story {
  before: JsonObject;
  drift: JsonObject;
  after: JsonObject;
  /** The resource option ignoreChanges. */
  ignored: string[];
  /** The resource option customTimeouts of the next run. A change of it updates the state, and sends nothing. */
  timeouts: JsonObject;
}

function storiesOf({ inputs, required }: Subject): fc.Arbitrary<Story> {
  const declared = fc.record(inputs, { requiredKeys: required });
  return fc.record({
    before: declared,
    drift: fc.record(inputs, { requiredKeys: [] }),
    after: declared,
    ignored: fc.oneof(fc.constant([]), fc.subarray(Object.keys(inputs))),
    timeouts: fc.constantFrom<JsonObject>({}, { delete: "5m" }),
  }) as fc.Arbitrary<Story>;
}

/** The engine replaces the new value of an ignored input with the old one. */
function ignoring(ignored: string[], old: JsonObject, declared: JsonObject): JsonObject {
  const rest = Object.entries(declared).filter(([name]) => !ignored.includes(name));
  const kept = Object.entries(old).filter(([name]) => ignored.includes(name));
  return Object.fromEntries([...rest, ...kept]);
}

/** The order of lists has no meaning here. */
function same(one: Json | undefined, other: Json | undefined): boolean {
  const text = (value: Json = null) =>
    canonicalJson(Array.isArray(value) ? value.map(canonicalJson).sort() : value);
  return text(one) === text(other);
}

/** The inputs that a preview shows as changed. */
function shown(old: JsonObject, inputs: JsonObject): string[] {
  const names = new Set([...Object.keys(old), ...Object.keys(inputs)]);
  return [...names].filter((name) => name in old !== name in inputs || !same(old[name], inputs[name]));
}

const withoutHidden = (properties: JsonObject) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !name.startsWith("__"))) as JsonObject;

/** Runs the program, and compares what it sends with what its preview shows. */
async function expectRun(
  platform: Simulator,
  resource: InProcessResource,
  args: JsonObject,
  timeouts: JsonObject,
) {
  const inputs = withoutHidden((await resource.check(args)).inputs);
  const names = shown(resource.inputs, inputs);
  platform.clearRequests();
  const step = await resource.up(args, timeouts);
  const requests = platform.requests.filter(({ method }) => method !== "GET");
  const sent = requests.flatMap((request) => changedBy(request));
  expect(sent.filter((name) => !names.includes(name))).toEqual([]);
  if (requests.length > 0) expect(step).toBe("update");
}

async function expectStory(subject: Subject, platform: Simulator, story: Story) {
  const { before, drift, after, ignored, timeouts } = story;
  subject.prepare?.(platform);
  const resource = new InProcessResource(router, { baseUrl: platform.url, apiKey: KEY });
  await resource.up({ ...subject.fixed, ...before }, {});
  changeRouter(platform, drift);
  const args = () => ignoring(ignored, resource.inputs, { ...subject.fixed, ...after });

  await expectRun(platform, resource, args(), timeouts);
  // Without a difference nothing is sent, whatever has drifted.
  platform.clearRequests();
  expect(await resource.up(args(), timeouts)).toBe("same");
  expect(platform.requests).toEqual([]);

  await resource.refresh();
  await expectRun(platform, resource, args(), timeouts);
  // The drift is repaired now: a refresh finds the declared values.
  const { inputs } = resource;
  await resource.refresh();
  const names = Object.keys(liveRouter(platform)).filter((name) => name in inputs);
  const differing = names.filter((name) => !same(resource.inputs[name], inputs[name]));
  expect(differing).toEqual([]);
}

type Gateway = { networkId: string; enableSnat?: boolean } | null | undefined;
type Interface = { subnetId: string; ipAddress?: string };
type Route = { destination: string; nexthop: string };

function theRouter(platform: Simulator) {
  const [record] = platform.routers.all();
  if (!record) throw new Error("The platform has no router.");
  return record;
}

/** Somebody else changes the router. The change consists of properties. */
function changeRouter(platform: Simulator, { name, externalGatewayInfo, routes, interfaces }: JsonObject) {
  const gateway = externalGatewayInfo as Gateway;
  platform.routers.change(theRouter(platform).id, {
    ...(name !== undefined && { name: name as string }),
    ...(routes !== undefined && { routes: routes as unknown as Route[] }),
    ...(gateway !== undefined && {
      external_gateway_info: gateway && {
        network_id: gateway.networkId,
        enable_snat: gateway.enableSnat ?? false,
        external_fixed_ips: [],
      },
    }),
    ...(interfaces !== undefined && {
      interfaces: (interfaces as unknown as Interface[]).map(({ subnetId }, index) => ({
        port_id: NO_ROUTER,
        network_id: NETWORK,
        mac_address: `02:00:00:00:00:0${index}`,
        ip_assignments: [{ subnet_id: subnetId, ip_address: `10.9.${index}.1` }],
      })),
    }),
  });
}

/** The properties of the router at the platform. */
function liveRouter(platform: Simulator): JsonObject {
  const { name, external_gateway_info: gateway, routes, interfaces } = theRouter(platform);
  const assignments = interfaces.flatMap(({ ip_assignments }) => ip_assignments);
  return {
    name,
    externalGatewayInfo: gateway && { networkId: gateway.network_id, enableSnat: gateway.enable_snat },
    routes: routes.map((route) => ({ ...route })),
    interfaces: assignments.map(({ subnet_id }) => ({ subnetId: subnet_id })),
  };
}

/** The names of the properties that a request changes. */
function changedBy({ path, body }: { path: string; body?: unknown }): string[] {
  if (/\/(attach|detach)$/.test(path)) return ["interfaces"];
  return Object.keys(body as object).map((key) =>
    key.replace("external_gateway_info", "externalGatewayInfo"),
  );
}

const interfacesOf = (subnets: string[]) => subnets.map((subnetId) => ({ subnetId }));

const managed: Subject = {
  fixed: { projectId: 1, regionId: 2 },
  inputs: {
    name: fc.constantFrom("north", "south", "west"),
    externalGatewayInfo: fc.option(
      fc.record(
        { networkId: fc.constantFrom(NETWORK, OTHER_NETWORK), enableSnat: fc.boolean() },
        { requiredKeys: ["networkId"] },
      ),
    ),
    interfaces: fc.subarray([OFFICE, LAB, NETWORK]).map(interfacesOf),
  },
  required: ["name"],
};

const adopted: Subject = {
  ...managed,
  fixed: { ...managed.fixed, routerId: NO_ROUTER },
  required: [],
  prepare: (platform) => {
    platform.routers.add({ projectId: 1, regionId: 2, id: NO_ROUTER, name: "north" });
    changeRouter(platform, { interfaces: [{ subnetId: LAB }] });
  },
};

/** The platform accepts routes only if a subnet is attached. */
const withRoutes = (subject: Subject): Subject => ({
  ...subject,
  inputs: {
    ...subject.inputs,
    routes: fc.subarray([
      { destination: "192.168.7.0/24", nexthop: "10.0.1.13" },
      { destination: "192.168.8.0/24", nexthop: "10.0.2.13" },
    ]),
    interfaces: fc.subarray([LAB, NETWORK]).map((subnets) => interfacesOf([OFFICE, ...subnets])),
  },
  required: [...subject.required, "interfaces"],
});

test.each([
  ["a managed router", managed],
  ["a managed router with routes", withRoutes(managed)],
  ["an adopted router", adopted],
  ["an adopted router with routes", withRoutes(adopted)],
])("the update of %s sends what its preview shows", async (_, subject) => {
  const platform = opened(await startSimulator({ apiKeys: [KEY], taskTime: 0 }));
  await fc.assert(
    fc
      .asyncProperty(storiesOf(subject), (story) => expectStory(subject, platform, story))
      .afterEach(() => {
        for (const { id } of platform.routers.all()) platform.routers.delete(id);
      }),
    { numRuns: 150 },
  );
});
