import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/edge-group-membership/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { faultsOf, LATE, UNSURE, WITHOUT_EFFECT } from "../../../model/faults";
import { expectModel } from "../../../model/object";
import { documentedOnly, fullyDeclared, type Subject } from "../../../model/subject";

const factsOf = ({ groupId, clientId }: JsonObject) => ({ groupId, clientId }) as Record<string, number>;

const idOf = (group: unknown, client: unknown) => `${group}/${client}`;

const membership: Subject = {
  handler,
  prepare: ({ edgeGroups }) => {
    edgeGroups.add(17, 9);
    return [idOf(17, 9)];
  },
  things: ({ edgeGroups }) =>
    edgeGroups.groups().flatMap((group) =>
      edgeGroups.members(group).map((client) => ({
        id: idOf(group, client),
        facts: { groupId: Number(group), clientId: Number(client) },
      })),
    ),
  remove: ({ edgeGroups }, id) => {
    const [group = "", client = ""] = id.split("/");
    edgeGroups.remove(group, client);
  },
  args: fc.record({ groupId: fc.constantFrom(17, 18), clientId: fc.constantFrom(4711, 4712) }),
  ...fullyDeclared(factsOf),
  identity: ({ groupId, clientId }) => idOf(groupId, clientId),
  drifts: [{ text: "removes the client", apply: (platform, id) => membership.remove(platform, id) }],
  faults: faultsOf([...UNSURE, ...WITHOUT_EFFECT, ...LATE], ["GET", "POST", "DELETE"]),
  kills: true,
};

export const models = {
  "A client is a member for as long as the membership is declared": () => expectModel(membership),

  "A client stays a member if members can be neither listed nor removed": () =>
    expectModel(documentedOnly(membership)),
};
