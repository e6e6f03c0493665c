import { describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { ADMIN_KEY, changes, KEY } from "../support/platform";

// Objects that go on as another resource of the program: under another name, with another Provider, or both. Pulumi
// makes the new resource first and deletes the old one then, in one run or in the next; each Provider has a process of
// its own. Whatever the order, the object stays where it is.

const { platform, stack } = useDeployment(
  { apiKeys: [KEY, ADMIN_KEY] },
  { secrets: { "demo:key": ADMIN_KEY } },
);

interface Form {
  suffix?: string;
  provider?: string;
}

/** One of each kind that the platform has one of, and a router that is taken where it is there. */
const all = ({ suffix = "", provider }: Form) => `
const other = new cloudplatform.Provider("other", { apiKey: new pulumi.Config().requireSecret("key") });
const options = ${provider ? `{ provider: ${provider} }` : "{}"};
new cloudplatform.Router("router${suffix}", { projectId: 1, regionId: 2, name: "edge-router", ifExists: "adopt" }, options);
new cloudplatform.QuotaNotificationThreshold("threshold${suffix}", { clientId: 42, threshold: 70 }, options);
const requestedLimits = { globalLimits: { projectCountLimit: 10 } };
new cloudplatform.QuotaLimitRequest("request${suffix}", { description: "Load test", requestedLimits }, options);
new cloudplatform.EdgeGroupMembership("member${suffix}", { groupId: 17, clientId: 42 }, options);
const settings = { resellerId: 8, email: "ops@example.com", notificationType: "failed_login" as const };
new cloudplatform.ResellerNotificationSettings("settings${suffix}", settings, options);`;

/** What there is at the platform. */
const there = () => ({
  routers: platform.routers.all().map(({ id }) => id),
  thresholds: platform.quotas.thresholds().map(({ client_id, threshold }) => [client_id, threshold]),
  requests: platform.quotas.requests().map(({ id }) => id),
  members: platform.edgeGroups.members(17),
  settings: platform.resellers.all().map(({ id }) => id),
});

async function expectNothingLeftToDo(): Promise<void> {
  await stack.up("--expect-no-changes");
  await stack.drift();
}

describe("one of each kind", () => {
  let made: ReturnType<typeof there>;

  test("is made", async () => {
    stack.program(all({}));
    await stack.up();
    made = there();
    expect(Object.values(made).map((objects) => objects.length)).toEqual([1, 1, 1, 1, 1]);
  });

  test.each<[string, Form, number]>([
    ["another name", { suffix: "-renamed" }, 5],
    // Pulumi takes that for no change of the resource.
    ["another Provider", { suffix: "-renamed", provider: "other" }, 0],
    ["another name and another Provider", { suffix: "-again" }, 5],
  ])("stays the same object under %s", async (_, form, deleted) => {
    stack.program(all(form));
    const up = await stack.up();
    const told = up.output.match(/\w+ \S+ is not deleted: another resource of the stack is this object/g);
    expect(new Set(told).size).toBe(deleted);
    expect(changes(platform).filter(([call]) => call.startsWith("DELETE"))).toEqual([]);
    expect(there()).toEqual(made);
    await expectNothingLeftToDo();
  });

  test("is deleted with the stack", async () => {
    await stack.destroy();
    expect(Object.values(there()).flat()).toEqual([]);
  });
});

describe("a router that is renamed in the program", () => {
  const router = (name: string, args: object) =>
    `new cloudplatform.Router("${name}", ${JSON.stringify({ projectId: 1, regionId: 2, ...args })});`;
  const BROKEN = 'new cloudplatform.CertificateForceRetry("broken", { certId: 404 });';
  let id: string;

  test("is made", async () => {
    stack.program(router("old", { name: "edge-router" }));
    await stack.up();
    id = platform.routers.all()[0]?.id ?? "";
  });

  test("stays when the run fails that takes it, and the next one deletes the old resource", async () => {
    const renamed = router("new", { name: "edge-router", ifExists: "adopt" });
    stack.program(renamed + BROKEN);
    await failing(stack.up());
    expect((await stack.resources()).map((resource) => resource.id)).toEqual([id, id]);
    stack.program(renamed);
    await stack.up();
    expect(platform.routers.all().map((one) => one.id)).toEqual([id]);
    await expectNothingLeftToDo();
  });

  test("stays when it is adopted by its id, however that is written", async () => {
    stack.program(router("adopted", { routerId: id.toUpperCase() }));
    await stack.up();
    expect(platform.routers.all().map((one) => one.id)).toEqual([id]);
    await expectNothingLeftToDo();
  });
});
