import { describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes, OFFICE } from "../support/platform";

// An update sends only what its preview showed. Changes outside of Pulumi remain until a refresh shows them.

const { platform, stack } = useDeployment();

const DECLARED = { destination: "192.168.1.0/24", nexthop: "10.0.1.9" };
const FOREIGN = { destination: "192.168.2.0/24", nexthop: "10.0.1.8" };

const onlyRouter = () => {
  const [router] = platform.routers.all();
  if (!router) throw new Error("The platform has no router.");
  return router;
};

function declare(args: object, options: object = {}): void {
  const interfaces = [{ subnetId: OFFICE }];
  const all = JSON.stringify({ projectId: 1, regionId: 2, interfaces, routes: [DECLARED], ...args });
  stack.program(`new cloudplatform.Router("edge", ${all}, ${JSON.stringify(options)});`);
}

describe("routes that somebody changed outside of Pulumi", () => {
  const ignoring = { ignoreChanges: ["routes"] };

  test("remain with ignoreChanges: the preview and the request contain the name only", async () => {
    declare({ name: "first" }, ignoring);
    await stack.up();
    platform.routers.change(onlyRouter().id, { routes: [FOREIGN] });
    declare({ name: "second" }, ignoring);
    const preview = await stack.preview("--diff");
    expect(preview.stdout).toMatch(/~ name\s*: "first" => "second"/);
    expect(preview.stdout).not.toMatch(/routes|192\.168/);
    platform.clearRequests();
    await stack.up();
    expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { name: "second" }]]);
    expect(onlyRouter().routes).toEqual([FOREIGN]);
  });

  test("also remain without it, until a refresh shows them; up --refresh repairs them", async () => {
    declare({ name: "third" });
    const preview = await stack.preview("--diff");
    expect(preview.stdout).not.toMatch(/routes|192\.168/);
    await stack.up();
    expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { name: "third" }]]);
    expect(onlyRouter().routes).toEqual([FOREIGN]);
    platform.clearRequests();
    await stack.up("--refresh");
    expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { routes: [DECLARED] }]]);
    await stack.destroy();
  });
});

describe("notification settings, which are always sent as a whole", () => {
  const settings = (email: string) => `
new cloudplatform.ResellerNotificationSettings(
  "logins",
  { resellerId: 8, email: "${email}", notificationType: "failed_login", enabled: true },
  { ignoreChanges: ["enabled"] },
);`;

  test("keep the enabled that somebody changed, if only the address changes", async () => {
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

describe("ifExists, which has an effect only during the creation of a router", () => {
  test("is not shown in a drift diff after it is removed from the program", async () => {
    declare({ name: "edge", ifExists: "adopt" });
    await stack.up();
    declare({ name: "edge" });
    await stack.up();
    await stack.drift();
    platform.routers.change(onlyRouter().id, { name: "hotfix" });
    const drift = await failing(stack.drift());
    expect(drift.stdout).toMatch(/~ name\s*: "edge" => "hotfix"/);
    expect(drift.stdout).not.toContain("ifExists");
    await stack.destroy();
  });
});
