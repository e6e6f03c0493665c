import type { Interruptions } from "../../../support/interruption";

const GROUPS = [1, 2, 3];

const program = (clientId: number) =>
  GROUPS.map(
    (groupId) =>
      `new cloudplatform.EdgeGroupMembership("g${groupId}", ${JSON.stringify({ groupId, clientId })});`,
  ).join("\n");

const points = (method: string, client: number) => [
  `before ${method} /fastedge/v1/admin/groups/1/client/${client}`,
  `after ${method} /fastedge/v1/admin/groups/2/client/${client}`,
  `answered ${method} /fastedge/v1/admin/groups/3/client/${client}`,
];

const expectedObjects = (client: number) =>
  GROUPS.map((group) => ({ group: String(group), client: String(client) }));

export const interruptions: [Interruptions, ...Interruptions[]] = [
  {
    name: "EdgeGroupMembership",
    type: "EdgeGroupMembership",
    objects: ({ edgeGroups }) =>
      edgeGroups
        .groups()
        .flatMap((group) =>
          edgeGroups.members(group).map((client) => ({ id: `${group}/${client}`, group, client })),
        ),
    recorded: ({ id, outputs }) => ({ id, group: String(outputs.groupId), client: String(outputs.clientId) }),
    runs: [
      {
        action: "adds a client to three groups",
        program: program(7),
        points: points("POST", 7),
        expectedObjects: expectedObjects(7),
      },
      {
        action: "has put another client in its place, and removes it",
        program: program(8),
        points: points("DELETE", 7),
        expectedObjects: expectedObjects(8),
      },
      {
        action: "removes a client from three groups",
        program: "",
        points: points("DELETE", 8),
        expectedObjects: [],
      },
    ],
  },
];
