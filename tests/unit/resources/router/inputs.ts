import type { Json, JsonObject } from "../../../../sdk/src/util/json";
import { FLAG, missing, misspelt, UNKNOWN_PROPERTY } from "../../../support/messages";
import { LAB, NETWORK, NO_ROUTER, OFFICE } from "../../../support/platform";
import type { InputsFixture } from "../../../support/resource-fixtures";
import { UNKNOWN } from "../../../support/unknown";
import { args as named, PLACE, WHOLE } from "./setup";

const adopted = { ...PLACE, routerId: NO_ROUTER };

const CIDR = 'must be a network in CIDR notation, such as "10.0.3.0/24"';
const IP = 'must be an IP address, such as "10.0.0.13"';
const hostBits = (network: string) => `has bits set to the right of its prefix; the network is "${network}"`;
const otherFamily = (version: 4 | 6) =>
  `must be an IPv${version} address, as the route's destination is an IPv${version} network`;
const uuidOf = (what: string) =>
  `must be the UUID of a ${what}, such as "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21"`;
const NAME =
  "must have 3 to 63 characters: letters, digits, spaces and . _ - \\ only, a letter or digit first, and no space, - or \\ last";

const gateway = (externalGatewayInfo: Json) => ({ ...named, externalGatewayInfo });
const interfaces = (list: Json) => ({ ...named, interfaces: list });
const routes = (list: Json) => ({ ...named, routes: list });
const THRICE = [OFFICE, LAB, OFFICE.toUpperCase()].map((subnetId) => ({ subnetId }));
const via = (destination: string, nexthop: string) => routes([{ destination, nexthop }]);

const full: JsonObject = {
  ...WHOLE,
  externalGatewayInfo: { type: "manual", ...WHOLE.externalGatewayInfo },
  routes: [...WHOLE.routes, { destination: "2001:db8::/32", nexthop: "fe80::1" }],
  ifExists: "adopt",
};

export const inputs: InputsFixture = {
  minimal: PLACE,
  full: [full, { ...adopted, routerId: NO_ROUTER.toUpperCase() }, { ...adopted, name: "shared\\edge" }],
  transient: ["ifExists"],
  added: ["name"],
  ids: { projectId: { of: "project" }, regionId: { of: "region" } },
  invalid: {
    name: [
      [{ ...PLACE, name: "ab" }, NAME],
      [{ ...PLACE, name: "x".repeat(64) }, NAME],
      [{ ...PLACE, name: "edge\\" }, NAME],
    ],
    routerId: [
      [{ ...PLACE, routerId: "edge" }, uuidOf("router")],
      [{ ...PLACE, routerId: `${UNKNOWN}x` }, uuidOf("router")],
    ],
    "externalGatewayInfo.networkId": [
      [gateway({ enableSnat: false }), /^is required.*externalGatewayInfo: \{\}/],
      [gateway({ type: "default", networkId: NETWORK }), /^must be left out with type "default"/],
      [gateway({ networkId: "public" }), uuidOf("network")],
    ],
    "externalGatewayInfo.type": [
      [gateway({ type: "auto", networkId: NETWORK }), 'must be "manual" or "default"'],
      [{ ...gateway({ type: "default" }), ...adopted }, /only for a router that this resource creates/],
    ],
    routes: [[routes(null), "must be a list of routes; `[]` for none"]],
    "routes[0].destination": [
      [routes([{ nexthop: "10.0.0.1" }]), missing(CIDR)],
      [via("10.0.0.1", "10.0.0.1"), CIDR],
      [via("10.0.3.7/24", "10.0.0.1"), hostBits("10.0.3.0/24")],
      [via("2001:db8::7/64", "fe80::1"), hostBits("2001:db8::/64")],
    ],
    "routes[0].nexthop": [
      [via("10.0.0.0/8", "10.0.0.1/32"), IP],
      [via("2001:db8::/64", "fe80::1%eth0"), IP],
      [via("10.0.0.0/8", "fe80::1"), otherFamily(4)],
      [via("2001:db8::/64", "10.0.0.1"), otherFamily(6)],
    ],
    interfaces: [[interfaces(null), "must be a list of interfaces; `[]` for none"]],
    "interfaces[0].subnetId": [
      [interfaces([{}]), missing(uuidOf("subnet"))],
      [interfaces([{ subnetId: "office" }]), uuidOf("subnet")],
    ],
    "interfaces[2].subnetId": [[interfaces(THRICE), "names a subnet that is in the list already"]],
    "interfaces[0].ipAddress": [
      [interfaces([{ subnetId: OFFICE, ipAddress: "10.0.1.256" }]), /^must be an IP address, such as/],
    ],
    ifExists: [
      [{ ...named, ifExists: "replace" }, 'must be "fail", "adopt" or "create"'],
      [{ ...adopted, ifExists: "adopt" }, "has no meaning together with routerId, which names the router"],
    ],
    externalGatewayinfo: [[{ ...named, externalGatewayinfo: null }, misspelt("externalGatewayInfo")]],
    status: [[{ ...named, status: "ACTIVE" }, UNKNOWN_PROPERTY]],
  },
  printed: { args: { ...PLACE, name: "x!" }, property: "name", reason: "must have 3 to 63 characters" },
  invalidTogether: [
    [
      "properties, wherever they are",
      {
        projectId: 0,
        name: "x",
        externalGatewayInfo: { networkId: "public" },
        routes: [
          { destination: "10.0.0.1/8", nexthop: "10.0.0.1" },
          { destination: "10.0.0.0/8", nexthop: "fe80::1" },
        ],
        interfaces: [{ subnetId: "office" }],
        typo: 1,
      },
      [
        "projectId",
        "regionId",
        "name",
        "externalGatewayInfo.networkId",
        "routes[0].destination",
        "routes[1].nexthop",
        "interfaces[0].subnetId",
        "typo",
      ],
    ],
    [
      "properties, also between those of a router",
      { ...adopted, projectId: "1", ifExists: "adopt", externalGatewayInfo: { type: "default" } },
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
};
