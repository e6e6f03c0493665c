import type { ResourceFixture } from "../../../support/resource-fixtures";
import { inputs } from "./inputs";
import { interruptions } from "./interruptions";
import { models } from "./model";

/** The largest id, as in upgrade-program.ts. */
const GROUP = "9223372036854775807";

export const fixture: ResourceFixture = {
  state: {
    type: "pulumi-nodejs:dynamic/cloudplatform:EdgeGroupMembership",
    provider: 'exports.handler=()=>require("pulumi-cloudplatform/provider").EdgeGroupMembership',
    kind: "edgeGroupMemberships",
    optional: [],
  },
  inputs,
  duplicates: [
    [
      "the same ids, as a number and as a text",
      { groupId: 17, clientId: "4711" },
      { groupId: "17", clientId: 4711 },
      "clientId",
      "is the same as in another resource of this stack, one: a client is in a group once, so keep one of the two",
    ],
  ],
  interruptions,
  scenarios: [
    {
      first: { groupId: 17, clientId: 42 },
      changes: { replace: { groupId: 17, clientId: 43 } },
      objects: ({ edgeGroups }) =>
        Object.fromEntries(edgeGroups.members(17).map((client) => [`17/${client}`, "a member"])),
      remove({ edgeGroups }) {
        for (const client of edgeGroups.members(17)) edgeGroups.remove(17, client);
      },
      declared: () => "a member",
    },
  ],
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
    left: { full: 0, documentedOnly: 1 },
  },
  program: { inputs: { groupId: GROUP, clientId: 42 }, secret: "groupId", live: {} },
  models,
  upgrade: {
    since: "0.1.0",
    save: ({ edgeGroups }) => ({ members: { [GROUP]: edgeGroups.members(GROUP) } }),
    restore({ edgeGroups }, { members }) {
      for (const client of members[GROUP]) edgeGroups.add(GROUP, client);
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
