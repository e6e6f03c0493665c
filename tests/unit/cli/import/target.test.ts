import { describe, expect, test } from "@jest/globals";
import { parsePath, parseTargets, readableHandler } from "../../../../sdk/src/cli/import/target";
import { loadHandlers } from "../../../../sdk/src/resources/handlers";
import { NO_ROUTER } from "../../../support/platform";

const handlers = loadHandlers();
const router = readableHandler("Router", handlers);

describe("the objects that an id or a place names", () => {
  test.each([
    ["Router", `1/2/${NO_ROUTER}`, { scope: { projectId: 1, regionId: 2 }, id: NO_ROUTER }],
    ["Router", "1/2", { scope: { projectId: 1, regionId: 2 } }],
    ["QuotaNotificationThreshold", "5", { scope: {}, id: "5" }],
    ["QuotaLimitRequest", "1001", { scope: {}, id: "1001" }],
    ["QuotaLimitRequest", "", { scope: {} }],
    ["EdgeGroupMembership", "7/9223372036854775807", { scope: {}, id: "7/9223372036854775807" }],
    ["EdgeGroupMembership", "9223372036854775807", { scope: { groupId: "9223372036854775807" } }],
    ["EdgeGroupMembership", "a%2Fb/50%", { scope: {}, id: "a%2Fb/50%" }],
    ["EdgeGroupMembership", "a%2Fb", { scope: { groupId: "a/b" } }],
    ["ResellerNotificationSettings", "3", { scope: { resellerId: 3 } }],
  ])("%s %s", (type, path, target) => {
    expect(parsePath(readableHandler(type, handlers), path)).toEqual(target);
  });

  test.each(["1", "1/2/3/4", "0/2", "1/x", `1//${NO_ROUTER}`])("%j is not the id of a router", (path) => {
    expect(() => parsePath(router, path)).toThrow(`"${path}" is not the id of a Router: `);
  });
});

describe("the arguments of a call", () => {
  const targets = (...args: string[]) =>
    parseTargets(args, handlers).map(({ handler, name, scope, id }) => [handler.type, name, scope, id]);
  const place = { projectId: 1, regionId: 2 };

  test.each([
    [["Router:1/2"], [["Router", undefined, place, undefined]]],
    [["QuotaLimitRequest"], [["QuotaLimitRequest", undefined, {}, undefined]]],
    [[`a=b=Router:1/2/${NO_ROUTER}`], [["Router", "a=b", place, NO_ROUTER]]],
    [
      ["QuotaLimitRequest", "branch=Router:1/2", "alerts=QuotaNotificationThreshold:5"],
      [
        ["QuotaLimitRequest", undefined, {}, undefined],
        ["Router", "branch", place, undefined],
        ["QuotaNotificationThreshold", "alerts", {}, "5"],
      ],
    ],
  ])("%j", (args, expected) => {
    expect(targets(...args)).toEqual(expected);
  });

  test.each([
    [["Router:1/2", "1/3"], '"1/3" names no objects [invalid-target]'],
    [["Router:1/2", "\u001b[2J"], '"[2J" names no objects [invalid-target]'],
    [["Router:1/2", "Ruoter:1/3"], "[unknown-resource]. Use one of these: EdgeGroupMembership, "],
    [["router:1/2"], '"router:1/2" names no objects [invalid-target]'],
    [["Router", "1/2"], "[id-required]. Add it: Router:<projectId>/<regionId>."],
    [["Router"], "[id-required]. Add it: Router:<projectId>/<regionId>."],
    [["QuotaNotificationThreshold"], "[id-required]. Add it: QuotaNotificationThreshold:<clientId>."],
  ])("%j is refused", (args, sentence) => {
    expect(() => targets(...args)).toThrow(sentence);
  });
});
