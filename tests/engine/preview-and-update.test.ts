import { describe, expect, test } from "@jest/globals";
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
