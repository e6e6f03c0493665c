import { afterEach, describe, expect, test } from "@jest/globals";
import { handler as retry } from "../../../sdk/src/resources/certificate-force-retry/handler";
import { handler as membership } from "../../../sdk/src/resources/edge-group-membership/handler";
import { handler as request } from "../../../sdk/src/resources/quota-limit-request/handler";
import { handler as threshold } from "../../../sdk/src/resources/quota-notification-threshold/handler";
import { handler as settings } from "../../../sdk/src/resources/reseller-notification-settings/handler";
import { handler as router } from "../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../sdk/src/util/json";
import type { Simulator } from "../../../simulator/src";
import { changes, KEY, LAB, NETWORK, NO_ROUTER, OFFICE, startPlatform } from "../../support/platform";
import { ResourceLife } from "../../support/resource-life";
import { failureOf } from "../../support/until";
import { keeper } from "../../support/worlds";

// `get` reads an object that exists, and the option `import` adopts one without changing it.

const { opened, closeAll } = keeper();

afterEach(closeAll);

const messageOf = async (work: Promise<unknown>) => (await failureOf(work)).message;

interface Subject {
  handler: { type: string };
  /** The inputs of an object that exists. */
  args: JsonObject;
  /** The arguments of `get` beside the id. */
  scope?: JsonObject;
  /** One input that differs from the object, and the failure. */
  different: { property: string; value: JsonObject[string]; reason: string };
  /** An id of the right form that no object has. */
  missing: string;
  notFound: string;
  malformed: { id: string; problem: string };
  /** Somebody changes the object. */
  change(platform: Simulator): void;
  objects(platform: Simulator): unknown[];
}

const SUBJECTS: Subject[] = [
  {
    handler: router,
    args: {
      projectId: 1,
      regionId: 2,
      name: "edge-router",
      externalGatewayInfo: { networkId: NETWORK, enableSnat: false },
      interfaces: [{ subnetId: LAB }, { subnetId: OFFICE }],
      routes: [{ destination: "10.0.9.0/24", nexthop: "10.0.1.9" }],
    },
    scope: { projectId: 1, regionId: 2 },
    different: {
      property: "routes",
      value: [],
      reason:
        "differs from the existing object, and an import changes nothing: declare the value of the object; " +
        'it is [{"destination":"10.0.9.0/24","nexthop":"10.0.1.9"}]',
    },
    missing: NO_ROUTER,
    notFound: `Router ${NO_ROUTER}, projectId 1, regionId 2 does not exist at the platform [object-not-found]`,
    malformed: {
      id: "edge-router",
      problem: 'routerId must be the UUID of a router, such as "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21"',
    },
    change: ({ routers }) => routers.change(routers.all()[0]?.id ?? "", { name: "another-name" }),
    objects: ({ routers }) => routers.all(),
  },
  {
    handler: threshold,
    args: { clientId: 5, threshold: 70 },
    different: {
      property: "threshold",
      value: 90,
      reason:
        "differs from the existing object, and an import changes nothing: declare the value of the object; it is 70",
    },
    missing: "6",
    notFound: "",
    malformed: { id: "five", problem: "clientId must be the number of a client: a whole number, not a text" },
    change: ({ quotas }) => quotas.setThreshold(5, 99),
    objects: ({ quotas }) => quotas.thresholds(),
  },
  {
    handler: request,
    args: { description: "More routers", requestedLimits: { globalLimits: { projectCountLimit: 10 } } },
    different: {
      property: "description",
      value: "Other reasons",
      reason:
        "differs from the existing object, and an import changes nothing: declare the value of the object; " +
        'it is "More routers"',
    },
    missing: "77",
    notFound: "QuotaLimitRequest 77 does not exist at the platform [object-not-found]",
    malformed: {
      id: "0",
      problem:
        "requestId must be the number of a quota limit request: a whole number, 1 or more; as a text, digits alone",
    },
    change: ({ quotas }) => quotas.remove(String(quotas.requests()[0]?.id)),
    objects: ({ quotas }) => quotas.requests(),
  },
  {
    handler: membership,
    args: { groupId: 7, clientId: 101 },
    different: {
      property: "clientId",
      value: 102,
      reason:
        "differs from the existing object, and an import changes nothing: declare the value of the object; it is 101",
    },
    missing: "7/102",
    notFound: "EdgeGroupMembership 7/102 does not exist at the platform [object-not-found]",
    malformed: { id: "7", problem: "must have the form <groupId>/<clientId>" },
    change: ({ edgeGroups }) => edgeGroups.remove(7, 101),
    objects: ({ edgeGroups }) => edgeGroups.members(7),
  },
  {
    handler: settings,
    args: { resellerId: 8, email: "ops@example.com", notificationType: "failed_login", enabled: false },
    different: {
      property: "enabled",
      value: true,
      reason:
        "differs from the existing object, and an import changes nothing: declare the value of the object; it is false",
    },
    missing: "8/99",
    notFound: "ResellerNotificationSettings 8/99 does not exist at the platform [object-not-found]",
    malformed: {
      id: "8/",
      problem:
        "notificationSettingsId must be the number of a reseller's notification settings: a whole number, 1 or more; as a text, digits alone",
    },
    change: ({ resellers }) => resellers.change(resellers.all()[0]?.id ?? 0, { enabled: true }),
    objects: ({ resellers }) => resellers.all(),
  },
];

async function withExisting({ handler, args }: Subject) {
  const platform = opened(await startPlatform({ taskTime: 0 }));
  const other = new ResourceLife(handler, { baseUrl: platform.url, apiKey: KEY }, "other");
  await other.up(args);
  const { id } = other.state as { id: string };
  const { outputs } = other;
  const [changed, requested] = [changes(platform).length, platform.requests.length];
  const resource = new ResourceLife(handler, { baseUrl: platform.url, apiKey: KEY }, "edge");
  return {
    platform,
    resource,
    id,
    outputs,
    /** The changes and the requests since the object exists. */
    sent: () => changes(platform).slice(changed),
    requests: () => platform.requests.slice(requested),
  };
}

const importing = (id: string, args: JsonObject) => ({ ...args, __import: id });

describe.each(SUBJECTS.map((subject) => [subject.handler.type, subject] as const))("%s", (type, subject) => {
  const { args, scope = {}, different, missing, notFound, malformed } = subject;

  describe("get", () => {
    test("returns all outputs, and sends no change", async () => {
      const { resource, id, outputs, sent } = await withExisting(subject);
      expect(await resource.get(id, scope)).toEqual(outputs);
      expect(sent()).toEqual([]);
    });

    test("of an object that does not exist is an error", async () => {
      const { resource } = await withExisting(subject);
      const reading = resource.get(missing, scope);
      if (notFound) expect(await messageOf(reading)).toBe(notFound);
      else expect(await reading).toMatchObject({ clientId: 6, threshold: 80 });
    });

    test("with an id of another form is an error, and sends nothing", async () => {
      const { resource, requests } = await withExisting(subject);
      expect(await messageOf(resource.get(malformed.id, scope))).toBe(
        `"${malformed.id}" is not the id of a ${type}: ${malformed.problem} [invalid-id]`,
      );
      expect(requests()).toEqual([]);
    });
  });

  describe("the option import", () => {
    test("puts an equal object into the state, and sends no change", async () => {
      const { resource, id, outputs, sent } = await withExisting(subject);
      expect(await resource.up(importing(id, args))).toBe("create");
      expect(resource.state?.id).toBe(id);
      expect(resource.outputs).toEqual(outputs);
      expect(resource.inputs).toEqual(args);
      expect(resource.engine.logs.map(({ text }) => text)).toEqual([
        `${type} ${id} is imported: nothing was created or changed`,
      ]);
      expect(sent()).toEqual([]);
    });

    test("leaves no difference: with the option, without it, and after a refresh", async () => {
      const { resource, id, sent, requests } = await withExisting(subject);
      await resource.up(importing(id, args));
      const before = requests().length;
      expect(await resource.up(importing(id, args))).toBe("same");
      expect(await resource.up(args)).toBe("same");
      expect(requests()).toHaveLength(before);
      await resource.refresh();
      expect(await resource.up(args)).toBe("same");
      expect(sent()).toEqual([]);
    });

    test("of an object that differs fails under the property, in the preview", async () => {
      const { resource, id, sent } = await withExisting(subject);
      const { failures } = await resource.check(
        importing(id, { ...args, [different.property]: different.value }),
      );
      expect(failures).toEqual([
        { property: different.property, reason: `${different.reason} [import-differs]` },
      ]);
      expect(sent()).toEqual([]);
    });

    test("of an object that has changed since the preview fails, and sends no change", async () => {
      const { platform, resource, id, sent } = await withExisting(subject);
      const { inputs } = await resource.check(importing(id, args));
      subject.change(platform);
      expect(await messageOf(resource.createChecked(inputs))).toMatch(
        / (differs from the inputs, and an import changes nothing: .* \[import-changed\]|does not exist)/,
      );
      expect(sent()).toEqual([]);
    });

    test("does not compare unknown inputs in a preview", async () => {
      const { resource, id } = await withExisting(subject);
      const unknown = { ...args, [different.property]: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" };
      expect((await resource.check(importing(id, unknown))).failures).toEqual([]);
    });

    test("deletes the object with the resource", async () => {
      const { platform, resource, id } = await withExisting(subject);
      await resource.up(importing(id, args));
      await resource.destroy();
      expect(subject.objects(platform)).toEqual([]);
    });
  });
});

describe("a router", () => {
  const subject = SUBJECTS[0] as Subject;

  test("is adopted by an import with routerId, and stays at the platform", async () => {
    const { platform, resource, id } = await withExisting(subject);
    const args = { projectId: 1, regionId: 2, routerId: id, routes: subject.args.routes ?? [] };
    await resource.up(importing(id, args));
    expect(await resource.up(args)).toBe("same");
    await resource.destroy();
    expect(platform.routers.all()).toHaveLength(1);
  });

  test("needs its name declared, because the default would change it", async () => {
    const { resource, id } = await withExisting(subject);
    const { failures } = await resource.check(importing(id, { projectId: 1, regionId: 2 }));
    expect(failures).toEqual([
      {
        property: "name",
        reason:
          "differs from the existing object, and an import changes nothing: declare the value of the object; " +
          'it is "edge-router" [import-differs]',
      },
    ]);
  });

  test("of another project is not found", async () => {
    const { resource, id } = await withExisting(subject);
    const { failures } = await resource.check(importing(id, { ...subject.args, projectId: 9 }));
    expect(failures).toEqual([
      {
        property: "Router",
        reason: `${id}, projectId 9, regionId 2 does not exist at the platform [object-not-found]`,
      },
    ]);
  });

  test("that a secret input differs from: the value is not printed", async () => {
    const { resource, id } = await withExisting(subject);
    const args = { ...subject.args, name: "secret-name-x", __secret: ["name"] };
    const { failures } = await resource.check(importing(id, args));
    expect(JSON.stringify(failures)).not.toMatch(/secret-name-x|edge-router/);
    expect(failures).toMatchObject([{ property: "name" }]);
  });
});

test.each([
  ["Router", router, { projectId: 1, regionId: 2, name: "edge-router" }, NO_ROUTER],
  ["QuotaNotificationThreshold", threshold, { clientId: 5, threshold: 70 }, "5"],
  ["EdgeGroupMembership", membership, { groupId: 7, clientId: 101 }, "7/101"],
  ["CertificateForceRetry", retry, { certId: 321 }, "321"],
])(
  "where the platform cannot read objects (%s), get and import are one sentence",
  async (_type, handler, args, id) => {
    const platform = opened(await startPlatform({ taskTime: 0, mode: "documented-only" }));
    const resource = new ResourceLife(handler, { baseUrl: platform.url, apiKey: KEY });
    const text =
      "this deployment of the platform cannot read this kind of object, " +
      `so ${handler.type} ${id} cannot be read or imported [object-not-readable]`;
    expect(await messageOf(resource.get(id, args))).toBe(text);
    const { failures } = await resource.check(importing(id, args));
    expect(failures.map(({ property, reason }) => `${property} ${reason}`)).toEqual([text]);
    expect(changes(platform)).toEqual([]);
  },
);
