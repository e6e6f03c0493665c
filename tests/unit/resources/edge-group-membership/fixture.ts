import type { Simulator } from "../../../../simulator/src";
import { LARGEST_ID } from "../../../support/ids";
import type { ResourceFixture } from "../../../support/resource-fixtures";
import { UNKNOWN } from "../../../support/unknown";

const membersOf = ({ edgeGroups }: Simulator) =>
  edgeGroups.groups().flatMap((group) => edgeGroups.members(group).map((client) => ({ group, client })));

export const fixture: ResourceFixture = {
  state: {
    type: "pulumi-nodejs:dynamic/cloudplatform:EdgeGroupMembership",
    provider: 'exports.handler=()=>require("pulumi-cloudplatform/provider").EdgeGroupMembership',
    optional: [],
  },
  inputs: {
    minimal: { groupId: 17, clientId: 4711 },
    full: [{ groupId: 17, clientId: LARGEST_ID }],
    ids: { groupId: { of: "group", isAny: true }, clientId: { of: "client", isAny: true } },
    invalid: {},
    printed: {
      args: { groupId: "..", clientId: 42 },
      property: "groupId",
      reason: 'must be the id of a group: not "." or "..", which are steps in a path',
    },
    invalidTogether: [
      ["every property", { groupId: "", clientId: 0.5, role: "admin" }, ["clientId", "groupId", "role"]],
    ],
    unknown: [],
    failures: [
      [
        "a client beside an unknown group",
        { groupId: UNKNOWN, clientId: 0.5 },
        { clientId: "must be the id of a client: a whole number or a text" },
      ],
    ],
  },
  duplicates: [
    [
      "the same ids, as a number and as a text",
      { groupId: 17, clientId: "4711" },
      { groupId: "17", clientId: 4711 },
      "clientId",
      "is the same as in another resource of this stack, one: a client is in a group once, so keep one of the two",
    ],
  ],
  scenario: {
    first: { groupId: 17, clientId: 42 },
    changes: { replace: { groupId: 17, clientId: 43 } },
    objects: (platform) =>
      Object.fromEntries(membersOf(platform).map(({ group, client }) => [`${group}/${client}`, "a member"])),
    remove(platform) {
      for (const { group, client } of membersOf(platform)) platform.edgeGroups.remove(group, client);
    },
    declared: () => "a member",
  },
  existing: {
    args: { groupId: 7, clientId: 101 },
    different: { property: "clientId", value: 102, actual: "101" },
    missing: "7/102",
    notFound: "EdgeGroupMembership 7/102 does not exist at the platform [object-not-found]",
    malformed: { id: "7", problem: "must have the form <groupId>/<clientId>" },
    change: ({ edgeGroups }) => edgeGroups.remove(7, 101),
    objects: ({ edgeGroups }) => edgeGroups.members(7),
  },
  adoptions: [
    {
      what: "The client is a member already",
      prepare({ edgeGroups }) {
        edgeGroups.add(17, 42);
        return { groupId: 17, clientId: 42 };
      },
      creation: "adopts",
      deletion: "deletes",
      deleting: "ends the membership",
    },
  ],
  optional: [],
  documentedOnly: {
    prepare: () => ({ groupId: 17, clientId: 4711 }),
    id: "17/4711",
    outputs: { groupId: 17, clientId: 4711 },
    exported: ["clientId", 4711],
    messages: [],
    remove: ({ edgeGroups }) => edgeGroups.remove(17, 4711),
    deletionMessages: [
      "warning: client 4711 may still be a member of group 17: this deployment of the platform has no operation to remove members, or does not confirm the removal [edge-group-member-may-remain]",
    ],
    left: 1,
  },
  program: { inputs: { groupId: LARGEST_ID, clientId: 42 }, secret: "groupId", live: {} },
  upgrade: {
    since: "0.1.0",
    save: ({ edgeGroups }) => ({ members: { [LARGEST_ID]: edgeGroups.members(LARGEST_ID) } }),
    restore({ edgeGroups }, { members }) {
      for (const client of members[LARGEST_ID]) edgeGroups.add(LARGEST_ID, client);
    },
    changes: { request: /fastedge/, count: 2 },
    left: { found: ({ edgeGroups }) => edgeGroups.groups(), expected: [] },
  },
  types: `
const partner = new cloudplatform.EdgeGroupMembership("partner", { groupId: "9223372036854775807", clientId: 42 }, { provider });
export const group: Output<number | string> = partner.groupId;
// @ts-expect-error a group is required
new cloudplatform.EdgeGroupMembership("wrong", { clientId: 42 });
`,
};
