import { jest } from "@jest/globals";
import { Router } from "../../../sdk/src";
import { SETTINGS } from "../../../sdk/src/errors/configuration";
import { INSTALLATION } from "../../../sdk/src/errors/installation";
import { configure } from "../../program/mocks";
import { type Provocations, thrownBy } from "../../support/provocations";

const PLACE = { projectId: 1, regionId: 2 };
const MANIFEST = "../../../sdk/package.json";

export const PROVOCATIONS: Provocations = new Map([
  [
    SETTINGS.unknown.code,
    async () => {
      configure({ taskTimeuot: "10m" });
      return thrownBy(() => new Router("edge", PLACE)).finally(() => configure({}));
    },
  ],
  [
    INSTALLATION.oldNode.code,
    // The package needs a Node that does not exist yet.
    async () => {
      jest.doMock(MANIFEST, () => ({ engines: { node: ">=999.0" } }));
      try {
        return await thrownBy(() => jest.isolateModules(() => require("../../../sdk/src/check-node")));
      } finally {
        jest.dontMock(MANIFEST);
      }
    },
  ],
  [
    INSTALLATION.notInstalled.code,
    () =>
      thrownBy(() =>
        jest.isolateModules(() => {
          const { checkInstallation } = require("../../../sdk/src/doors/dynamic/program/installation");
          checkInstallation({ script: "/project/node_modules/@pulumi/pulumi/cmd/run", folder: "/project" });
        }),
      ),
  ],
]);
