import { describe, expect, test } from "@jest/globals";
import { parseTarget, pathForms, readableHandler } from "../../../../sdk/src/cli/import/target";
import { loadHandlers } from "../../../../sdk/src/resources/handlers";
import { NO_ROUTER } from "../../../support/platform";

const handlers = loadHandlers();
const router = readableHandler("Router", handlers);

describe("the object that an id names", () => {
  test.each([
    ["Router", `1/2/${NO_ROUTER}`, { scope: { projectId: 1, regionId: 2 }, id: NO_ROUTER }],
    ["Router", "1/2", { scope: { projectId: 1, regionId: 2 } }],
    ["QuotaNotificationThreshold", "5", { scope: {}, id: "5" }],
    ["EdgeGroupMembership", "7/9223372036854775807", { scope: {}, id: "7/9223372036854775807" }],
  ])("%s %s", (type, path, target) => {
    expect(parseTarget(readableHandler(type, handlers), path)).toEqual(target);
  });

  test.each(["", "1", "1/2/3/4", "0/2", "1/x", `1//${NO_ROUTER}`])("%j is not the id of a router", (path) => {
    expect(() => parseTarget(router, path)).toThrow(`"${path}" is not the id of a Router: `);
  });

  test("the forms are those of the properties", () => {
    expect(pathForms(router)).toEqual(["<projectId>/<regionId>/<routerId>", "<projectId>/<regionId>"]);
  });
});
