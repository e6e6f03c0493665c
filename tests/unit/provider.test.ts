import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { codesOf } from "../../sdk/src/contract/declared";
import type { AnyProperties } from "../../sdk/src/contract/property";
import { providerText } from "../../sdk/src/program/resource";
import { ResourceProtocol } from "../../sdk/src/provider/protocol";
import { handler as retry } from "../../sdk/src/resources/certificate-force-retry/handler";
import { handler as membership } from "../../sdk/src/resources/edge-group-membership/handler";
import { handler as request } from "../../sdk/src/resources/quota-limit-request/handler";
import { handler as threshold } from "../../sdk/src/resources/quota-notification-threshold/handler";
import { handler as settings } from "../../sdk/src/resources/reseller-notification-settings/handler";
import { handler as router } from "../../sdk/src/resources/router/handler";

const handlers: Array<{ type: string; properties: object }> = [
  retry,
  membership,
  request,
  threshold,
  settings,
  router,
];

/** The codes of all optional inputs, by path. A code that older states have stays taken, also where it is not used now. */
function codesEver(properties: AnyProperties): Array<[path: string, code: string]> {
  const retired = Object.entries(properties).filter(([, { transient, code }]) => transient && code);
  return [
    ...Object.entries(codesOf(properties)),
    ...retired.map(([name, { code = "" }]) => [name, code] as [string, string]),
  ];
}

// Everything here stands in the states of users, for ever. A test that fails here is no reason to change the test:
// it means that existing stacks would break, or that all of their resources would show a change.

describe("what states rely on", () => {
  test.each([
    "CertificateForceRetry",
    "EdgeGroupMembership",
    "QuotaLimitRequest",
    "QuotaNotificationThreshold",
    "ResellerNotificationSettings",
    "Router",
  ])("the provider text of %s, byte for byte", (type) => {
    expect(providerText(type)).toBe(`exports.handler=()=>require("pulumi-cloudplatform/provider").${type}`);
    expect(handlers.map((handler) => handler.type)).toContain(type);
  });

  test.each<[{ type: string; properties: object }, Record<string, string>]>([
    [
      router,
      {
        routerId: "a",
        name: "n",
        externalGatewayInfo: "g",
        "externalGatewayInfo.type": "t",
        "externalGatewayInfo.networkId": "k",
        "externalGatewayInfo.enableSnat": "s",
        routes: "r",
        interfaces: "i",
        "interfaces[].ipAddress": "p",
        ifExists: "x",
      },
    ],
    [retry, { triggers: "t" }],
    [membership, {}],
    [request, { waitForDecision: "w" }],
    [threshold, {}],
    [settings, { notificationSettingsId: "a", email: "e", notificationType: "n", enabled: "s" }],
  ])("the codes under which a state of $type remembers what was declared", ({ properties }, codes) => {
    expect(Object.fromEntries(codesEver(properties as AnyProperties))).toEqual(codes);
  });

  test.each(handlers)("each code of $type is one small letter, and means one input", ({ properties }) => {
    const codes = codesEver(properties as AnyProperties).map(([, code]) => code);
    expect(codes.filter((code) => !/^[a-z]$/.test(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe("the entry that the provider text names", () => {
  const built = resolve(__dirname, "../../sdk/dist/provider.js");

  test("is there, once the package is built", () => {
    expect(existsSync(built)).toBe(true);
    expect(require.resolve("pulumi-cloudplatform/provider")).toBe(built);
  });

  test.each(["../../sdk/src/provider", "pulumi-cloudplatform/provider"])(
    "has these resources and no others: %s",
    (path) => {
      const entry = require(path) as Record<string, unknown>;
      expect(Object.keys(entry).sort()).toEqual(handlers.map(({ type }) => type).sort());
      for (const type of Object.keys(entry)) {
        for (const method of ["configure", "check", "diff", "create", "read", "update", "delete"])
          expect(typeof (entry[type] as Record<string, unknown>)[method]).toBe("function");
      }
    },
  );

  test("has one and the same object each time the text is read", () => {
    const text = providerText("Router");
    const read = () => {
      const exports: { handler?: () => unknown } = {};
      new Function("exports", "require", text)(exports, require);
      return exports.handler?.();
    };
    expect(read()).toBe(read());
    expect(read()?.constructor.name).toBe(ResourceProtocol.name);
  });
});

test("the entry that programs import has these names", () => {
  expect(Object.keys(require("pulumi-cloudplatform")).sort()).toEqual([
    "AnalyticsError",
    "CertificateForceRetry",
    "ConfigurationError",
    "EdgeGroupMembership",
    "InvalidArguments",
    "PlatformError",
    "Provider",
    "QuotaLimitRequest",
    "QuotaNotificationThreshold",
    "ResellerNotificationSettings",
    "Router",
    "forceRetryCertificate",
    "forceRetryCertificateOutput",
    "getAiTasks",
    "getAiTasksOutput",
    "getTask",
    "getTaskOutput",
    "getVideoSubtitles",
    "getVideoSubtitlesOutput",
    "paginateAiTasks",
    "queryAnalytics",
    "queryAnalyticsOutput",
  ]);
});
