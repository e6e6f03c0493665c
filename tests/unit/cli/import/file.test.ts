import { expect, test } from "@jest/globals";
import { importFile } from "../../../../sdk/src/cli/import/file";
import { NO_ROUTER } from "../../../support/platform";

test("the import file has the provider text in inputs and outputs, the provider and the parent", () => {
  const object = {
    type: "Router",
    name: "edge",
    id: NO_ROUTER,
    inputs: { projectId: 1 },
    outputs: { routerId: NO_ROUTER },
    failures: [],
  };
  const __provider = 'exports.handler=()=>require("pulumi-cloudplatform/provider").Router';
  expect(importFile([object], { provider: "urn:p", parent: "urn:office" })).toEqual({
    nameTable: { "urn:p": "urn:p", "urn:office": "urn:office" },
    resources: [
      {
        type: "pulumi-nodejs:dynamic/cloudplatform:Router",
        name: "edge",
        id: NO_ROUTER,
        provider: "urn:p",
        parent: "urn:office",
        inputs: { projectId: 1, __provider },
        outputs: { routerId: NO_ROUTER, __provider },
      },
    ],
  });
  expect(importFile([object], { provider: undefined, parent: undefined })).not.toHaveProperty("nameTable");
});
