import { jest } from "@jest/globals";
import { INSTALLATION } from "../../../sdk/src/errors/installation";
import { undocumented } from "../../../sdk/src/pulumi/internals/undocumented";
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
  async changedSdk() {
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    undocumented("a part of the package", () => undefined, undefined);
    const [[text]] = write.mock.calls as [[string]];
    write.mockRestore();
    return text;
  },
  notInstalled: () =>
    thrownBy(() =>
      jest.isolateModules(() => {
        const { checkInstallation } = require("../../../sdk/src/pulumi/program/installation");
        checkInstallation({ script: "/project/node_modules/@pulumi/pulumi/cmd/run", folder: "/project" });
      }),
    ),
});
