import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { handler as router } from "../../../sdk/src/resources/router/handler";
import { canonicalJson, type Json, type JsonObject } from "../../../sdk/src/util/json";
import { type Simulator, startSimulator } from "../../../simulator/src";
import { useCleanup } from "../../support/handler-setup";
import { InProcessResource } from "../../support/in-process-resource";
import { KEY, LAB, NETWORK, NO_ROUTER, OFFICE, OTHER_NETWORK } from "../../support/platform";
import { gatewayIn, PLACE, portOf, type RouterValues } from "../resources/router/setup";

// An update sends what its preview showed: the difference between the inputs of the last run and those of this one.
// Changes that somebody else made in the meantime remain until a refresh shows them.

const { closeLater: opened } = useCleanup();

/** A router of the program. */
interface Subject {
  /** Inputs that never change. */
  fixed: JsonObject;
  /** Random inputs, which may be absent. */
  inputs: Record<string, fc.Arbitrary<Json>>;
  /** Creates the router that is adopted. */
  prepare?(platform: Simulator): void;
}

/** The inputs of the first run, then a change by somebody else, and the inputs of the next run. */
interface Story {
  before: JsonObject;
  drift: JsonObject;
  after: JsonObject;
  /** Inputs that the next run declares as before. */
  unchanged: string[];
}

function storiesOf({ inputs }: Subject): fc.Arbitrary<Story> {
  const declared = fc.record(inputs, { requiredKeys: [] });
  return fc.record({
    before: declared,
    drift: declared,
    after: declared,
    unchanged: fc.oneof(fc.constant([]), fc.subarray(Object.keys(inputs))),
  }) as fc.Arbitrary<Story>;
}

function nextInputs({ before, after, unchanged }: Story): JsonObject {
  const rest = Object.entries(after).filter(([name]) => !unchanged.includes(name));
  const kept = Object.entries(before).filter(([name]) => unchanged.includes(name));
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

/** Runs the program, and compares what it sends with what its preview shows. */
async function expectRun(platform: Simulator, resource: InProcessResource, args: JsonObject) {
  const { inputs } = await resource.check(args);
  const names = shown(resource.inputs, inputs);
  platform.clearRequests();
  const step = await resource.up(args);
  const requests = platform.requests.filter(({ method }) => method !== "GET");
  const sent = requests.flatMap((request) => changedBy(request));
  expect(sent.filter((name) => !names.includes(name))).toEqual([]);
  if (requests.length > 0) expect(step).toBe("update");
}

async function expectStory(subject: Subject, platform: Simulator, story: Story) {
  subject.prepare?.(platform);
  const resource = new InProcessResource(router, { baseUrl: platform.url, apiKey: KEY });
  await resource.up({ ...subject.fixed, ...story.before });
  changeRouter(platform, story.drift);
  const args = { ...subject.fixed, ...nextInputs(story) };
  await expectRun(platform, resource, args);
  // Without a difference nothing is sent, whatever has drifted.
  platform.clearRequests();
  expect(await resource.up(args)).toBe("same");
  expect(platform.requests).toEqual([]);
  await resource.refresh();
  await expectRun(platform, resource, args);
  // The drift is repaired now: a refresh finds the declared values.
  const declared = resource.inputs;
  await resource.refresh();
  const differing = Object.keys(declared).filter((name) => !same(resource.inputs[name], declared[name]));
  expect(differing).toEqual([]);
}

/** Somebody else changes the router. The change consists of inputs. */
function changeRouter({ routers }: Simulator, drift: JsonObject) {
  const [record] = routers.all();
  if (!record) throw new Error("The platform has no router.");
  const { name, externalGatewayInfo: gateway, routes, interfaces } = drift as RouterValues;
  routers.change(record.id, {
    ...(name !== undefined && { name }),
    ...(routes !== undefined && { routes }),
    ...(gateway !== undefined && {
      external_gateway_info: gateway && gatewayIn(gateway.networkId, gateway.enableSnat),
    }),
    ...(interfaces !== undefined && {
      interfaces: interfaces.map(({ subnetId }, index) => portOf(subnetId, `10.9.${index}.1`)),
    }),
  });
}

/** The inputs that a request changes. */
function changedBy({ path, body }: { path: string; body?: unknown }): string[] {
  if (/\/(attach|detach)$/.test(path)) return ["interfaces"];
  return Object.keys(body as object).map((key) =>
    key.replace("external_gateway_info", "externalGatewayInfo"),
  );
}

const interfacesOf = (subnets: string[]) => subnets.map((subnetId) => ({ subnetId }));

const inputs = {
  name: fc.constantFrom("north", "south", "west"),
  externalGatewayInfo: fc.option(
    fc.record(
      { networkId: fc.constantFrom(NETWORK, OTHER_NETWORK), enableSnat: fc.boolean() },
      { requiredKeys: ["networkId"] },
    ),
  ),
  interfaces: fc.subarray([OFFICE, LAB, NETWORK]).map(interfacesOf),
};

const managed: Subject = { fixed: PLACE, inputs };

const adopted: Subject = {
  fixed: { ...PLACE, routerId: NO_ROUTER },
  inputs,
  prepare: (platform) => {
    platform.routers.add({ ...PLACE, id: NO_ROUTER, name: "north" });
    changeRouter(platform, { interfaces: [{ subnetId: LAB }] });
  },
};

/** The platform accepts routes only if a subnet is attached. */
const withRoutes = ({ fixed, ...subject }: Subject): Subject => ({
  ...subject,
  fixed: { ...fixed, interfaces: interfacesOf([OFFICE, LAB]) },
  inputs: {
    ...subject.inputs,
    routes: fc.subarray([
      { destination: "192.168.7.0/24", nexthop: "10.0.1.13" },
      { destination: "192.168.8.0/24", nexthop: "10.0.2.13" },
    ]),
    interfaces: fc.subarray([LAB, NETWORK]).map((subnets) => interfacesOf([OFFICE, ...subnets])),
  },
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
    { numRuns: 60 },
  );
});
