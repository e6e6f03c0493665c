import fc from "fast-check";
import type { Json, JsonObject } from "../../../../sdk/src/util/json";
import { FLAG, missing, misspelt, UNKNOWN_PROPERTY } from "../../../support/messages";
import { changedAt, type Path, placesOf } from "../../../support/places";
import { LAB, NETWORK, NO_ROUTER, OFFICE } from "../../../support/platform";
import type { InputsFixture } from "../../../support/resource-fixtures";
import { UNKNOWN } from "../../../support/unknown";
import { PLACE } from "./setup";

const named = { ...PLACE, name: "edge-router" };
const adopted = { ...PLACE, routerId: NO_ROUTER };

const CIDR = 'must be a network in CIDR notation, such as "10.0.3.0/24"';
const IP = 'must be an IP address, such as "10.0.0.13"';
const hostBits = (network: string) => `has bits set to the right of its prefix; the network is "${network}"`;
const otherFamily = (version: 4 | 6) =>
  `must be an IPv${version} address, as the route's destination is an IPv${version} network`;
const uuidOf = (what: string) =>
  `must be the UUID of a ${what}, such as "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21"`;
const NAME =
  "must have 3 to 63 characters: letters, digits, spaces and . _ - only, a letter or digit first, and no space or - last";

const gateway = (externalGatewayInfo: Json) => ({ ...named, externalGatewayInfo });
const interfaces = (list: Json) => ({ ...named, interfaces: list });
const routes = (list: Json) => ({ ...named, routes: list });
const via = (destination: string, nexthop: string) => routes([{ destination, nexthop }]);

const whole: JsonObject = {
  ...named,
  externalGatewayInfo: { type: "manual", networkId: NETWORK, enableSnat: true },
  routes: [
    { destination: "192.168.7.0/24", nexthop: "10.0.1.13" },
    { destination: "2001:db8::/32", nexthop: "fe80::1" },
  ],
  interfaces: [{ subnetId: OFFICE }, { subnetId: LAB, ipAddress: "10.0.2.7" }],
  ifExists: "adopt",
};

const valid = (() => {
  const letter = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];
  const name = fc
    .tuple(
      fc.constantFrom(...letter),
      fc.string({ unit: fc.constantFrom(...letter, " ", ".", "_", "-"), minLength: 1, maxLength: 61 }),
      fc.constantFrom(...letter, ".", "_"),
    )
    .map((parts) => parts.join(""));
  const uuid = fc.oneof(
    fc.uuid(),
    fc.uuid().map((text) => text.toUpperCase()),
  );
  const network4 = fc.tuple(fc.nat(255), fc.nat(255)).map(([a, b]) => `10.${a}.${b}.0/24`);
  const network6 = fc.nat(65535).map((group) => `2001:db8:${group.toString(16)}::/48`);
  const route = fc.oneof(
    fc.record({ destination: network4, nexthop: fc.ipV4() }),
    fc.record({ destination: network6, nexthop: fc.ipV6() }),
  );
  const manual = fc.record(
    { type: fc.constant("manual"), networkId: uuid, enableSnat: fc.boolean() },
    { requiredKeys: ["networkId"] },
  );
  const byDefault = fc.record(
    { type: fc.constant("default"), enableSnat: fc.boolean() },
    { requiredKeys: ["type"] },
  );
  const interfaces = fc
    .uniqueArray(fc.uuid(), { maxLength: 4 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((subnetId) =>
          fc.record(
            { subnetId: fc.constant(subnetId), ipAddress: fc.oneof(fc.ipV4(), fc.ipV6()) },
            { requiredKeys: ["subnetId"] },
          ),
        ),
      ),
    );
  const place = { projectId: fc.integer({ min: 1 }), regionId: fc.integer({ min: 1 }) };
  const common = { routes: fc.array(route, { maxLength: 4 }), interfaces };
  const requiredKeys = ["projectId", "regionId"] as const;
  const mistaken = fc.record(
    {
      ...place,
      ...common,
      name,
      externalGatewayInfo: fc.oneof(manual, byDefault, fc.constant(null)),
      ifExists: fc.constantFrom("fail", "adopt", "create"),
    },
    { requiredKeys: [...requiredKeys] },
  );
  const accepted = fc.record(
    { ...place, ...common, name, routerId: uuid, externalGatewayInfo: fc.oneof(manual, fc.constant(null)) },
    { requiredKeys: [...requiredKeys, "routerId"] },
  );
  return fc.oneof(mistaken, accepted).map((args) => JSON.parse(JSON.stringify(args)) as JsonObject);
})();

/** Valid inputs with one mistake. */
function broken(): fc.Arbitrary<JsonObject> {
  const place = (args: JsonObject, want: (path: Path) => boolean) => {
    const places = placesOf(args).filter(want);
    return places.length > 0 ? fc.constantFrom(...places) : fc.constant(undefined);
  };
  const at = (want: (path: Path) => boolean, wrong: (old: unknown) => fc.Arbitrary<unknown>) =>
    fc
      .constant(whole)
      .chain((args) =>
        place(args, want).chain((path) =>
          wrong(valueAt(args, path as Path)).map((value) => changedAt(args, path as Path, value)),
        ),
      );
  const ends = (name: string) => (path: Path) => path.at(-1) === name;
  const one =
    (...values: unknown[]) =>
    () =>
      fc.constantFrom(...values);
  const required = ["projectId", "regionId", "networkId", "destination", "nexthop", "subnetId"];
  const otherThan = (old: unknown) =>
    fc
      .oneof(
        fc.integer({ min: 1 }),
        fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant("a text of no meaning here, it is too long and has a comma"),
        fc.constant({}),
        fc.constant([null]),
        fc.constant({ unknownProperty: 1 }),
      )
      .filter((value) => kindOf(value) !== kindOf(old));
  return fc.oneof(
    { arbitrary: at(() => true, otherThan), weight: 4 },
    at((path) => path[0] !== "externalGatewayInfo" || path.length > 1, one(null)),
    at((path) => required.includes(path.at(-1) as string), one(undefined)),
    at(
      (path) => ["projectId", "regionId"].includes(path.at(-1) as string),
      one(0, -1, 0.5, 2 ** 53, 1e300, "NaN", "1"),
    ),
    at(ends("name"), () =>
      fc.oneof(
        fc.string({ maxLength: 2 }),
        fc.string({ minLength: 64, maxLength: 80 }),
        fc.string({ minLength: 1 }).map((text) => `-${text}x`),
        fc.constantFrom("edge-", "edge ", " edge", "ed\nge", "edgé", "edge\u0000x"),
      ),
    ),
    at(ends("destination"), () =>
      fc.oneof(
        fc.ipV4(),
        fc.ipV6(),
        fc.tuple(fc.ipV4(), fc.integer({ min: 33, max: 999 })).map(([ip, bits]) => `${ip}/${bits}`),
        fc.tuple(fc.ipV6(), fc.integer({ min: 129, max: 999 })).map(([ip, bits]) => `${ip}/${bits}`),
        fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 255 })).map(([a, b]) => `10.0.${a}.${b}/24`),
        fc.integer({ min: 1, max: 65535 }).map((group) => `2001:db8::${group.toString(16)}/64`),
        fc.string(),
      ),
    ),
    at(
      (path) => path.join() === "routes,0,nexthop",
      () =>
        fc.oneof(
          fc.ipV6(),
          fc.string({ maxLength: 6 }).filter((text) => !text.includes("::")),
        ),
    ),
    at(
      (path) => path.join() === "routes,1,nexthop",
      () =>
        fc.oneof(
          fc.ipV4(),
          fc.ipV4().map((ip) => `::${ip}/128`),
        ),
    ),
    at(
      (path) => ["networkId", "subnetId"].includes(path.at(-1) as string),
      () =>
        fc.oneof(
          fc.uuid().map((text) => text.slice(1)),
          fc.uuid().map((text) => text.replaceAll("-", "")),
          fc.uuid().map((text) => text.replace(/^./, "g")),
          fc.string({ maxLength: 30 }),
        ),
    ),
    at(ends("ipAddress"), () =>
      fc.oneof(
        fc.ipV4().map((ip) => `${ip}/24`),
        fc.constantFrom("", "10.0.0", "::x", "dhcp"),
      ),
    ),
    fc
      .tuple(
        fc.constantFrom<Path>([], ["externalGatewayInfo"], ["routes", 0], ["interfaces", 1]),
        fc.stringMatching(/^[a-z][a-zA-Z]{4,11}$/),
      )
      .filter(([, key]) => !placesOf(whole).some((path) => path.at(-1) === key))
      .map(([path, key]) => changedAt(whole, [...path, key], "x")),
    fc.constantFrom<JsonObject>(
      { ...whole, interfaces: [{ subnetId: OFFICE }, { subnetId: OFFICE }] },
      { ...whole, routerId: NO_ROUTER },
      { ...whole, externalGatewayInfo: { type: "default", networkId: NETWORK } },
      { ...whole, externalGatewayInfo: { type: "manual" } },
      { ...PLACE, routerId: NO_ROUTER, externalGatewayInfo: { type: "default" } },
    ),
  );
}

function valueAt(args: JsonObject, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as JsonObject)[key as string], args);
}

/** A value of the same type may be valid. Integers are one type, and other numbers another one. */
function kindOf(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? "whole" : "broken";
  return Array.isArray(value) ? "list" : typeof value;
}

export const inputs: InputsFixture = {
  minimal: PLACE,
  full: [whole, { ...adopted, name: "shared" }],
  transient: ["ifExists"],
  added: ["name"],
  ids: { projectId: { of: "project" }, regionId: { of: "region" } },
  invalid: [
    ["a name that is too short", { ...PLACE, name: "ab" }, "name", NAME],
    ["a name that is too long", { ...PLACE, name: "x".repeat(64) }, "name", NAME],
    ["a name that is a number", { ...PLACE, name: 123 }, "name", "must be a text"],
    ["a router that is no UUID", { ...PLACE, routerId: "edge" }, "routerId", uuidOf("router")],
    ["a gateway that is a text", gateway(NETWORK), "externalGatewayInfo", /./],
    ["an empty gateway", gateway({}), "externalGatewayInfo.networkId", /^is required/],
    [
      "source NAT without a network",
      gateway({ enableSnat: false }),
      "externalGatewayInfo.networkId",
      /^is required.*externalGatewayInfo: null/,
    ],
    [
      "manual without a network",
      gateway({ type: "manual" }),
      "externalGatewayInfo.networkId",
      /^is required/,
    ],
    [
      "default with a network",
      gateway({ type: "default", networkId: NETWORK }),
      "externalGatewayInfo.networkId",
      'must be left out with type "default", where the platform picks the network',
    ],
    [
      "another type of gateway",
      gateway({ type: "auto", networkId: NETWORK }),
      "externalGatewayInfo.type",
      'must be "manual" or "default"',
    ],
    [
      "default for a router that exists",
      { ...adopted, externalGatewayInfo: { type: "default" } },
      "externalGatewayInfo.type",
      /only for a router that this resource creates/,
    ],
    [
      "a network that is no UUID",
      gateway({ networkId: "public" }),
      "externalGatewayInfo.networkId",
      uuidOf("network"),
    ],
    [
      "source NAT as a text",
      gateway({ networkId: NETWORK, enableSnat: "no" }),
      "externalGatewayInfo.enableSnat",
      FLAG,
    ],
    [
      "a typo in the gateway",
      gateway({ networkId: NETWORK, enableSNAT: true }),
      "externalGatewayInfo.enableSNAT",
      misspelt("enableSnat"),
    ],
    ["routes of null", routes(null), "routes", "must be a list of routes; `[]` for none"],
    ["a route that is a text", routes(["10.0.0.0/8"]), "routes[0]", /./],
    [
      "a route without a destination",
      routes([{ nexthop: "10.0.0.1" }]),
      "routes[0].destination",
      missing(CIDR),
    ],
    ["a route without a next hop", routes([{ destination: "10.0.0.0/8" }]), "routes[0].nexthop", missing(IP)],
    ["a destination that is an address", via("10.0.0.1", "10.0.0.1"), "routes[0].destination", CIDR],
    [
      "a destination with host bits",
      via("10.0.3.7/24", "10.0.0.1"),
      "routes[0].destination",
      hostBits("10.0.3.0/24"),
    ],
    [
      "an IPv6 destination with host bits",
      via("2001:db8::7/64", "fe80::1"),
      "routes[0].destination",
      hostBits("2001:db8::/64"),
    ],
    ["a next hop that is a network", via("10.0.0.0/8", "10.0.0.1/32"), "routes[0].nexthop", IP],
    ["a next hop with a zone", via("2001:db8::/64", "fe80::1%eth0"), "routes[0].nexthop", IP],
    ["an IPv6 next hop of an IPv4 route", via("10.0.0.0/8", "fe80::1"), "routes[0].nexthop", otherFamily(4)],
    [
      "an IPv4 next hop of an IPv6 route",
      via("2001:db8::/64", "10.0.0.1"),
      "routes[0].nexthop",
      otherFamily(6),
    ],
    [
      "a typo in a route",
      routes([{ destination: "10.0.0.0/8", nexthop: "10.0.0.1", nextHop: "10.0.0.2" }]),
      "routes[0].nextHop",
      misspelt("nexthop"),
    ],
    ["interfaces of null", interfaces(null), "interfaces", "must be a list of interfaces; `[]` for none"],
    ["an interface that is an id", interfaces([OFFICE]), "interfaces[0]", /./],
    ["an interface without a subnet", interfaces([{}]), "interfaces[0].subnetId", missing(uuidOf("subnet"))],
    [
      "a subnet that is no UUID",
      interfaces([{ subnetId: "office" }]),
      "interfaces[0].subnetId",
      uuidOf("subnet"),
    ],
    [
      "a subnet listed twice",
      interfaces([{ subnetId: OFFICE }, { subnetId: LAB }, { subnetId: OFFICE.toUpperCase() }]),
      "interfaces[2].subnetId",
      "names a subnet that is in the list already",
    ],
    [
      "an address in a subnet that is none",
      interfaces([{ subnetId: OFFICE, ipAddress: "10.0.1.256" }]),
      "interfaces[0].ipAddress",
      'must be an IP address, such as "10.0.0.1"',
    ],
    [
      "a typo in an interface",
      interfaces([{ subnetId: OFFICE, type: "subnet" }]),
      "interfaces[0].type",
      UNKNOWN_PROPERTY,
    ],
    [
      "ifExists that is another word",
      { ...named, ifExists: "replace" },
      "ifExists",
      'must be "fail", "adopt" or "create"',
    ],
    [
      "ifExists for a router that exists",
      { ...adopted, ifExists: "adopt" },
      "ifExists",
      "has no meaning together with routerId, which names the router",
    ],
    [
      "a typo",
      { ...named, externalGatewayinfo: null },
      "externalGatewayinfo",
      misspelt("externalGatewayInfo"),
    ],
    ["an output as an input", { ...named, status: "ACTIVE" }, "status", UNKNOWN_PROPERTY],
    ["a property that every object has", { ...named, constructor: 1 }, "constructor", UNKNOWN_PROPERTY],
    [
      "a UUID that an unknown value begins",
      { ...PLACE, routerId: `${UNKNOWN}x` },
      "routerId",
      uuidOf("router"),
    ],
  ],
  printed: {
    args: { projectId: 1, regionId: 2, name: "x!" },
    property: "name",
    reason: "must have 3 to 63 characters",
  },
  invalidTogether: [
    [
      "properties, wherever they are",
      {
        projectId: 0,
        regionId: "2",
        name: "x",
        externalGatewayInfo: { networkId: "public", enableSnat: 1 },
        routes: [
          { destination: "10.0.0.1/8", nexthop: "10.0.0" },
          { destination: "10.0.0.0/8", nexthop: "fe80::1" },
        ],
        interfaces: [{ subnetId: "office", ipAddress: "x" }],
        ifExists: "maybe",
        typo: 1,
        another: 2,
      },
      [
        "projectId",
        "regionId",
        "name",
        "externalGatewayInfo.networkId",
        "externalGatewayInfo.enableSnat",
        "routes[0].destination",
        "routes[0].nexthop",
        "routes[1].nexthop",
        "interfaces[0].subnetId",
        "interfaces[0].ipAddress",
        "ifExists",
        "typo",
        "another",
      ],
    ],
    [
      "properties, also between those of a router",
      {
        projectId: "1",
        regionId: 2,
        routerId: NO_ROUTER,
        ifExists: "adopt",
        externalGatewayInfo: { type: "default" },
      },
      ["externalGatewayInfo.type", "ifExists", "projectId"],
    ],
    [
      "properties, also between those of a gateway",
      gateway({ enableSnat: "yes" }),
      ["externalGatewayInfo.enableSnat", "externalGatewayInfo.networkId"],
    ],
    [
      "properties, also between interfaces",
      interfaces([{ subnetId: OFFICE, x: 1 }, { subnetId: OFFICE }]),
      ["interfaces[0].x", "interfaces[1].subnetId"],
    ],
    [
      "properties, also between those of a route",
      routes([{ destination: "10.0.0.0/8", nexthop: "fe80::1", metric: 1 }]),
      ["routes[0].metric", "routes[0].nexthop"],
    ],
  ],
  unknown: [
    [
      "each property, two of which look the same",
      {
        projectId: UNKNOWN,
        regionId: UNKNOWN,
        routerId: UNKNOWN,
        externalGatewayInfo: { type: UNKNOWN, networkId: UNKNOWN, enableSnat: UNKNOWN },
        routes: [{ destination: UNKNOWN, nexthop: UNKNOWN }],
        interfaces: [{ subnetId: UNKNOWN }, { subnetId: UNKNOWN, ipAddress: UNKNOWN }],
      },
    ],
  ],
  failures: [
    [
      "values beside unknown ones",
      {
        ...named,
        projectId: UNKNOWN,
        externalGatewayInfo: { networkId: UNKNOWN, enableSnat: "no" },
        routes: [{ destination: UNKNOWN, nexthop: "x" }],
      },
      { "externalGatewayInfo.enableSnat": FLAG, "routes[0].nexthop": IP },
    ],
    [
      "combinations of values beside unknown ones",
      { ...adopted, projectId: UNKNOWN, ifExists: "adopt", externalGatewayInfo: { enableSnat: UNKNOWN } },
      { "externalGatewayInfo.networkId": /^is required/, ifExists: /^has no meaning/ },
    ],
  ],
  valid,
  invalidRandom: broken().map((inputs) => ({ inputs })),
};
