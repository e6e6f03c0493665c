import { describe, expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { ADMIN_KEY, changes, KEY } from "../support/platform";

// An object moves to another resource of the program: with another name, another Provider, or both. Pulumi creates
// the new resource first and then deletes the old one, in the same run or in the next. Each Provider has its own
// process. The object must not be deleted.

const { platform, stack } = useDeployment(
  { apiKeys: [KEY, ADMIN_KEY] },
  { secrets: { "demo:key": ADMIN_KEY } },
);

interface Form {
  suffix?: string;
  provider?: string;
}

/** One of each resource whose object is unique at the platform; a router and settings with ifExists: adopt. */
const all = ({ suffix = "", provider }: Form) => `
const other = new cloudplatform.Provider("other", { apiKey: new pulumi.Config().requireSecret("key") });
const options = ${provider ? `{ provider: ${provider} }` : "{}"};
new cloudplatform.Router("router${suffix}", { projectId: 1, regionId: 2, name: "edge-router", ifExists: "adopt" }, options);
new cloudplatform.QuotaNotificationThreshold("threshold${suffix}", { clientId: 42, threshold: 70 }, options);
const requestedLimits = { globalLimits: { projectCountLimit: 10 } };
new cloudplatform.QuotaLimitRequest("request${suffix}", { description: "Load test", requestedLimits }, options);
new cloudplatform.EdgeGroupMembership("member${suffix}", { groupId: 17, clientId: 42 }, options);
const settings = { resellerId: 8, email: "ops@example.com", notificationType: "failed_login", ifExists: "adopt" } as const;
new cloudplatform.ResellerNotificationSettings("settings${suffix}", settings, options);`;

/** The objects at the platform. */
const objects = () => ({
  routers: platform.routers.all().map(({ id }) => id),
  thresholds: platform.quotas.thresholds().map(({ client_id, threshold }) => [client_id, threshold]),
  requests: platform.quotas.requests().map(({ id }) => id),
  members: platform.edgeGroups.members(17),
  settings: platform.resellers.all().map(({ id }) => id),
});

async function expectNoChanges(): Promise<void> {
  await stack.up("--expect-no-changes");
  await stack.drift();
}

describe("one of each resource", () => {
  let created: ReturnType<typeof objects>;

  test("is created", async () => {
    stack.program(all({}));
    await stack.up();
    created = objects();
    expect(Object.values(created).map((objects) => objects.length)).toEqual([1, 1, 1, 1, 1]);
  });

  test.each<[string, Form, number]>([
    ["another name", { suffix: "-renamed" }, 5],
    // To Pulumi this is not a change of the resource.
    ["another Provider", { suffix: "-renamed", provider: "other" }, 0],
    ["another name and another Provider", { suffix: "-again" }, 5],
  ])("is the same object with %s", async (_, form, deleted) => {
    stack.program(all(form));
    const up = await stack.up();
    const notDeleted = up.output.match(
      /\w+ \S+ is not deleted: another resource of the stack is this object/g,
    );
    expect(new Set(notDeleted).size).toBe(deleted);
    expect(changes(platform).filter(([call]) => call.startsWith("DELETE"))).toEqual([]);
    expect(objects()).toEqual(created);
    await expectNoChanges();
  });

  test("is deleted with the stack", async () => {
    await stack.destroy();
    expect(Object.values(objects()).flat()).toEqual([]);
  });
});

test("a router remains if another resource adopts it by its id, in upper case", async () => {
  const place = "projectId: 1, regionId: 2";
  stack.program(`new cloudplatform.Router("old", { ${place} });`);
  await stack.up();
  const { id } = await stack.router();
  stack.program(`new cloudplatform.Router("adopted", { ${place}, routerId: "${id.toUpperCase()}" });`);
  await stack.up();
  expect(platform.routers.all()).toMatchObject([{ id }]);
  await expectNoChanges();
});
