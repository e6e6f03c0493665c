import { describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes, OFFICE } from "../support/platform";

// An update sends what its preview showed. What somebody has changed outside Pulumi stays as it is until a refresh
// shows it.

const { platform, stack } = useDeployment();

const DECLARED = { destination: "192.168.1.0/24", nexthop: "10.0.1.9" };
const FOREIGN = { destination: "192.168.2.0/24", nexthop: "10.0.1.8" };

const the = () => {
  const [router] = platform.routers.all();
  if (!router) throw new Error("The platform has no router.");
  return router;
};

function declare(args: object, options: object = {}): void {
  const interfaces = [{ subnetId: OFFICE }];
  const all = JSON.stringify({ projectId: 1, regionId: 2, interfaces, routes: [DECLARED], ...args });
  stack.program(`new cloudplatform.Router("edge", ${all}, ${JSON.stringify(options)});`);
}

describe("routes that somebody has changed outside Pulumi", () => {
  const ignoring = { ignoreChanges: ["routes"] };

  test("stay as they are under ignoreChanges: preview and request contain the name only", async () => {
    declare({ name: "first" }, ignoring);
    await stack.up();
    platform.routers.change(the().id, { routes: [FOREIGN] });
    declare({ name: "second" }, ignoring);
    const preview = await stack.preview("--diff");
    expect(preview.stdout).toMatch(/~ name\s*: "first" => "second"/);
    expect(preview.stdout).not.toMatch(/routes|192\.168/);
    platform.clearRequests();
    await stack.up();
    expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { name: "second" }]]);
    expect(the().routes).toEqual([FOREIGN]);
  });

  test("also stay as they are without it, until a refresh shows them; up --refresh repairs them", async () => {
    declare({ name: "third" });
    const preview = await stack.preview("--diff");
    expect(preview.stdout).not.toMatch(/routes|192\.168/);
    await stack.up();
    expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { name: "third" }]]);
    expect(the().routes).toEqual([FOREIGN]);
    platform.clearRequests();
    await stack.up("--refresh");
    expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { routes: [DECLARED] }]]);
    await stack.destroy();
  });
});

describe("notification settings, which are always sent whole", () => {
  const settings = (email: string) => `
new cloudplatform.ResellerNotificationSettings(
  "logins",
  { resellerId: 8, email: "${email}", notificationType: "failed_login", enabled: true },
  { ignoreChanges: ["enabled"] },
);`;

  test("keep what somebody has switched off, when only the address changes", async () => {
    stack.program(settings("first@example.com"));
    await stack.up();
    const id = platform.resellers.all()[0]?.id ?? 0;
    platform.resellers.change(id, { enabled: false });
    stack.program(settings("second@example.com"));
    const preview = await stack.preview("--diff");
    expect(preview.stdout).toMatch(/~ email\s*: "first@example.com" => "second@example.com"/);
    expect(preview.stdout).not.toMatch(/[~+-] enabled/);
    await stack.up();
    expect(platform.resellers.get(id)).toMatchObject({ email: "second@example.com", enabled: false });
    await stack.destroy();
  });
});

describe("ifExists, which matters only while a router is created", () => {
  test("is not shown in a drift diff after it is removed from the program", async () => {
    declare({ name: "edge", ifExists: "adopt" });
    await stack.up();
    declare({ name: "edge" });
    await stack.up();
    await stack.drift();
    platform.routers.change(the().id, { name: "hotfix" });
    const drift = await failing(stack.drift());
    expect(drift.stdout).toMatch(/~ name\s*: "edge" => "hotfix"/);
    expect(drift.stdout).not.toContain("ifExists");
    await stack.destroy();
  });
});
