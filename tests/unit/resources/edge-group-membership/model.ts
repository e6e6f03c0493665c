import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/edge-group-membership/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator } from "../../../../simulator/src";
import { expectModel } from "../../../model/expect-model";
import { faultsOf, LAGGING_READS, MAYBE_PROCESSED, NOT_PROCESSED } from "../../../model/faults";
import { documentedOnly, fullyDeclared, type ResourceSpec } from "../../../model/resource-spec";

const fieldsOf = ({ groupId, clientId }: JsonObject) => ({ groupId, clientId }) as Record<string, number>;

const idOf = (group: unknown, client: unknown) => `${group}/${client}`;

/** All members of all groups. */
export const membersOf = ({ edgeGroups }: Simulator) =>
  edgeGroups
    .groups()
    .flatMap((group) =>
      edgeGroups.members(group).map((client) => ({ id: idOf(group, client), group, client })),
    );

const membership: ResourceSpec = {
  handler,
  prepare: ({ edgeGroups }) => {
    edgeGroups.add(17, 9);
    return [idOf(17, 9)];
  },
  objects: (platform) =>
    membersOf(platform).map(({ id, group, client }) => ({
      id,
      fields: { groupId: Number(group), clientId: Number(client) },
    })),
  remove: ({ edgeGroups }, id) => {
    const [group = "", client = ""] = id.split("/");
    edgeGroups.remove(group, client);
  },
  args: fc.record({ groupId: fc.constantFrom(17, 18), clientId: fc.constantFrom(4711, 4712) }),
  ...fullyDeclared(fieldsOf),
  matchKey: ({ groupId, clientId }) => idOf(groupId, clientId),
  drifts: [{ text: "remove the client", apply: (platform, id) => membership.remove(platform, id) }],
  faults: faultsOf([...MAYBE_PROCESSED, ...NOT_PROCESSED, ...LAGGING_READS], ["GET", "POST", "DELETE"]),
  canBeKilled: true,
};

export const models = {
  "A client is a member for as long as the membership is declared": () => expectModel(membership),

  "A client remains a member if the deployment can neither list nor remove members": () =>
    // Without the reply to the addition, or to a GET, it is open whether the deployment lists members: a deletion then fails.
    expectModel({
      ...documentedOnly(membership),
      faults: faultsOf([...MAYBE_PROCESSED, ...NOT_PROCESSED], ["DELETE"]),
    }),
};
