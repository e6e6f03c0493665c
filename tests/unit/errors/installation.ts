import { jest } from "@jest/globals";
import { INSTALLATION } from "../../../sdk/src/errors/installation";
import { provocations, thrownBy } from "../../support/provocations";

const MANIFEST = "../../../sdk/package.json";

export const PROVOCATIONS = provocations(INSTALLATION, {
  /** The package needs a Node that does not exist yet. */
  async oldNode() {
    jest.doMock(MANIFEST, () => ({ engines: { node: ">=999.0" } }));
    try {
      return await thrownBy(() => jest.isolateModules(() => require("../../../sdk/src/check-node")));
    } finally {
      jest.dontMock(MANIFEST);
    }
  },
  notInstalled: () =>
    thrownBy(() =>
      jest.isolateModules(() => {
        const { checkInstallation } = require("../../../sdk/src/pulumi/program/installation");
        checkInstallation({ script: "/project/node_modules/@pulumi/pulumi/cmd/run", folder: "/project" });
      }),
    ),
});
