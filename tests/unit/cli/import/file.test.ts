import { expect, test } from "@jest/globals";
import { importFile } from "../../../../sdk/src/cli/import/file";
import { NO_ROUTER } from "../../../support/platform";

test("the import file has the provider text in inputs and outputs, and the provider", () => {
  const object = {
    name: "edge",
    id: NO_ROUTER,
    inputs: { projectId: 1 },
    outputs: { routerId: NO_ROUTER },
    failures: [],
  };
  const __provider = 'exports.handler=()=>require("pulumi-cloudplatform/provider").Router';
  expect(importFile("Router", [object], "urn:p")).toEqual({
    nameTable: { "urn:p": "urn:p" },
    resources: [
      {
        type: "pulumi-nodejs:dynamic/cloudplatform:Router",
        name: "edge",
        id: NO_ROUTER,
        provider: "urn:p",
        inputs: { projectId: 1, __provider },
        outputs: { routerId: NO_ROUTER, __provider },
      },
    ],
  });
  expect(importFile("Router", [object], undefined)).not.toHaveProperty("nameTable");
});
