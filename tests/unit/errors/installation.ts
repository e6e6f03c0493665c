import { jest } from "@jest/globals";
import { INSTALLATION } from "../../../sdk/src/errors/installation";
import { messageOf, provocations } from "../../support/provocations";

const MANIFEST = "../../../sdk/package.json";

export const PROVOCATIONS = provocations(INSTALLATION, {
  /** The package needs a Node that does not exist yet. */
  async oldNode() {
    jest.doMock(MANIFEST, () => ({ engines: { node: ">=999.0" } }));
    try {
      jest.isolateModules(() => require("../../../sdk/src/check-node"));
      return "";
    } catch (error) {
      return messageOf(error);
    } finally {
      jest.dontMock(MANIFEST);
    }
  },
  async notInstalled() {
    let message = "";
    jest.isolateModules(() => {
      const { checkInstallation } = require("../../../sdk/src/program/installation");
      try {
        checkInstallation({ script: "/project/node_modules/@pulumi/pulumi/cmd/run", folder: "/project" });
      } catch (error) {
        message = messageOf(error);
      }
    });
    return message;
  },
});
