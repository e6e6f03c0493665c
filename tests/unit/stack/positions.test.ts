import { expect, test } from "@jest/globals";
import { positionsIn } from "../../../sdk/src/stack/positions";

const KINDS = ["routers", "edgeGroupMemberships"];
const URI = "file:///project/Pulumi.dev.yaml";

/** Line and column of each entry. */
function placesIn(text: string): Record<string, [number, number]> {
  const positions = [...positionsIn(text, URI, KINDS)];
  return Object.fromEntries(positions.map(([place, { line, column }]) => [place, [line, column]]));
}

test("entries are found in all sections, with quotes and comments, and by their names", () => {
  const text = `# routers:
config:
  cloudplatform:baseUrl: https://api.example.com
  cloudplatform:routers: # all of them
    # edge: an old one
    edge:
      name: edge
      routers:
        inner: 1

    "my router":
      name: x
  'demo:edgeGroupMemberships':
      partner: { groupId: 1, clientId: 2 }
  other:
    routers: 1
`;
  expect(placesIn(text)).toEqual({
    "routers.edge": [6, 5],
    'routers["my router"]': [11, 5],
    "edgeGroupMemberships.partner": [14, 7],
  });
});

test.each<[text: string, places: object]>([
  ["config:\r\n  cloudplatform:routers:\r\n    edge:\r\n      name: x\r\n", { "routers.edge": [3, 5] }],
  ["", {}],
  ["config: {}", {}],
  ['config:\n  cloudplatform:routers: {"edge":{"name":"x"}}', {}],
  ["\0: [", {}],
  ["a:\n\tb: c", {}],
])("the entries of %j", (text, places) => {
  expect(placesIn(text)).toEqual(places);
});
