import { describe, expect, test } from "@jest/globals";
import { HOSTILE, hostileParts } from "../../../support/hostile-text";
import { changes, createRouter } from "../../../support/platform";
import { PLACE, routers, usePreflight } from "../../../support/preflight-file";
import { UNKNOWN } from "../../../support/unknown";

// `preflight --preview FILE` against the simulator. tests/engine has the same with real previews.

const { preflight, start } = usePreflight();

test("many notification settings are looked for in the lists of their own resellers", async () => {
  const platform = await start();
  const email = "oncall@example.com";
  const notificationType = "failed_login";
  platform.resellers.add({ resellerId: 30, email, notification_type: notificationType });
  const steps = Array.from({ length: 30 }, (_, index) => ({
    type: "ResellerNotificationSettings",
    name: `s${index + 1}`,
    after: { resellerId: index + 1, email, notificationType },
  }));
  const { code, stdout } = await preflight(platform, steps);
  expect(code).toBe(1);
  expect(stdout.match(/^fails +create +ResellerNotificationSettings .*$/gm)).toEqual([
    expect.stringMatching(/ s30$/),
  ]);
});

test("notification settings that would be adopted show what `up` changes, and another resource is not deleted", async () => {
  const platform = await start();
  const kind = { email: "oncall@example.com", notificationType: "failed_login" };
  const { id } = platform.resellers.add({
    resellerId: 8,
    email: kind.email,
    notification_type: "failed_login",
  });
  const after = { resellerId: 8, ...kind, enabled: false, ifExists: "adopt" };
  const settings = { resellerId: 8, notificationSettingsId: id, ...kind, enabled: true };
  const type = "ResellerNotificationSettings";
  const { code, stdout } = await preflight(platform, [
    { type, name: "new", after },
    { type, name: "former", op: "delete", id: `8/${id}`, before: settings },
  ]);
  expect(code).toBe(0);
  expect(stdout).toContain("already exists: `up` changes enabled from true to false");
  expect(stdout).toContain("stays at the platform: another resource of the stack is this object");
});

test("the router of another resource is not deleted, also if the task that changes it cannot be read", async () => {
  const platform = await start({ taskTime: "manual" });
  await createRouter(platform, "edge");
  const [{ id = "" } = {}] = platform.routers.all();
  platform.faults.add("status:code=403@GET /v1/tasks/*");
  const before = { ...PLACE, routerId: id, name: "edge" };
  const { code, stdout } = await preflight(platform, [
    { name: "new", after: { ...PLACE, routerId: id, name: "renamed" } },
    { op: "delete", name: "former", id, before },
  ]);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/`up` waits for task \S+ \(its state is not known\)/),
  ]);
  expect(stdout).toContain("stays at the platform: another resource of the stack is this object");
});

describe("1,000 routers cost lists, and no read of each", () => {
  test("creations, some of whose names are taken", async () => {
    const platform = await start();
    for (const index of [3, 500, 999]) platform.routers.add({ ...PLACE, name: `router ${index}` });
    const { code, stdout } = await preflight(platform, routers(1_000));
    expect(code).toBe(1);
    expect(stdout.match(/^fails +create +Router r(3|500|999)$/gm)).toHaveLength(3);
    expect(stdout).toMatch(/^ok +create +Router r0, r1, r2, r4, .* and 9\d\d more$/m);
    expect(platform.requests.length).toBeLessThan(20);
    expect(changes(platform)).toEqual([]);
  });

  test("updates, some of which have drifted", async () => {
    const platform = await start();
    const steps = Array.from({ length: 1_000 }, (_, index) => {
      const name = `router ${index}`;
      const { id, status, region } = platform.routers.add({ ...PLACE, name: index % 2 ? name : "renamed" });
      const before = {
        ...PLACE,
        name,
        routerId: id,
        status,
        region,
        routes: [],
        interfaces: [],
        externalGatewayInfo: null,
      };
      return { op: "update", name: `r${index}`, id, before, after: { ...PLACE, name: "new" } };
    });
    const { code, stdout } = await preflight(platform, steps);
    expect(code).toBe(0);
    expect(stdout).toContain('name changed outside of Pulumi to "renamed": `up` overwrites it with "new"');
    expect(stdout).toContain("1,000 steps: 500 with notes, 500 ok.");
    expect(platform.requests.length).toBeLessThan(20);
  });
});

describe("what is not checked has a reason", () => {
  test.each([
    ["an unknown name", { after: { ...PLACE, name: UNKNOWN } }, "name is known only during `up`"],
    ["a secret place", { after: { ...PLACE, regionId: "[secret]", name: "edge" } }, "regionId is secret"],
    [
      "a class of another version",
      { type: "Balloon", after: { size: 1 } },
      "this version of the package does not",
    ],
    [
      "a resource without operations",
      { type: "CertificateForceRetry", after: { certId: 1 } },
      "the platform has no",
    ],
  ])("%s", async (_, step, reason) => {
    const { code, stdout } = await preflight(await start(), [{ name: "edge", ...step }]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(reason)]);
    expect(stdout).toMatch(/^not checked /m);
  });

  test("an update of secret values, of which the forecast counts the requests", async () => {
    const platform = await start();
    const { id } = platform.routers.add({ ...PLACE, name: "edge" });
    const before = { ...PLACE, name: "edge", routerId: id, routes: "[secret]", interfaces: "[secret]" };
    const after = { ...PLACE, name: "new", routes: "[secret]", interfaces: "[secret]" };
    const { code, stdout } = await preflight(platform, [{ op: "update", name: "edge", id, before, after }]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining("\n    routes is secret, and a preview does not"),
    ]);
    expect(stdout).toMatch(/^not checked +update +Router edge$/m);
    expect(stdout).toMatch(/^Forecast: 1 task, /m);
  });

  test("a deployment that cannot list routers", async () => {
    const { code, stdout } = await preflight(await start({ mode: "documented-only" }), routers(1));
    expect(code).toBe(0);
    expect(stdout).toContain(
      "cannot list routers, so duplicate names are not detected [router-list-unsupported]",
    );
  });

  test("a request that fails at the platform", async () => {
    const platform = await start();
    platform.faults.add("status:code=503@GET /cloud/v1/routers/{project_id}/{region_id}");
    const { code, stdout } = await preflight(platform, routers(1));
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^not checked .*\n.*was answered 503[^[]*\[server-error\]/m),
    ]);
  });
});

describe("text of a preview and of the platform", () => {
  const MARKUP = "| <b>x</b> `a` [a](http://b) @all #1 !2 *b* _c_ https://evil.example\n\n# Title";

  /** The names of resources, the type of another package and the name of an existing router contain the text. */
  async function outputWith(text: string, ...args: string[]) {
    const platform = await start();
    platform.routers.add({ ...PLACE, name: "taken" });
    platform.routers.add({ ...PLACE, name: text });
    const { code, stdout, stderr } = await preflight(
      platform,
      [
        { name: text, after: { ...PLACE, name: "taken" } },
        { name: "edge", after: { ...PLACE, name: text } },
        { name: "other", type: text.replace(/\s+/g, " "), after: { name: text } },
      ],
      ...args,
    );
    expect([code, stderr]).toEqual([1, ""]);
    return stdout;
  }

  test.each([[], ["--json"], ["--markdown"]])(
    "cannot inject terminal codes or commands of a runner: %s",
    async (...args) => {
      expect(hostileParts(await outputWith(HOSTILE, ...args))).toEqual([]);
    },
  );

  test("is complete in JSON", async () => {
    const { steps } = JSON.parse(await outputWith(HOSTILE, "--json")) as { steps: Array<{ name: string }> };
    expect(steps.map(({ name }) => name)).toContain(HOSTILE);
  });

  test("cannot add anything but text to a comment", async () => {
    const output = await outputWith(MARKUP, "--markdown");
    expect(output).toContain("router&#45;exists");
    const rows = output.split("\n").filter((line) => line.startsWith("|"));
    for (const row of rows) {
      expect(row.split("|")).toHaveLength(6);
      expect(withoutOwnMarkup(row)).toMatch(/^[\w |-]*$/);
    }
    const others = output.split("\n").filter((line) => !line.startsWith("|"));
    expect(others.join("\n")).not.toMatch(/evil|@all|<b>/);
  });

  function withoutOwnMarkup(row: string): string {
    return row
      .replace(/<code>([\w &#;]*)<\/code>/g, "")
      .replace(/<details><summary>What to do<\/summary>(?:<br>)*<\/details>/g, "")
      .replaceAll("<br>", "")
      .replace("**fails**", "fails");
  }
});

test("a replacement continues the creation of a router that the state has without an id", async () => {
  const platform = await start({ taskTime: "manual" });
  await createRouter(platform, "edge");
  platform.tasks.finish();
  const [{ id = "", creator_task_id: task = "" } = {}] = platform.routers.all();
  const before = { ...PLACE, name: "edge", __tasks: [task], __declared: ["name"] };
  const old = { name: "edge", id: `pending:${task}`, before };
  const step = { ...old, op: "replace", after: { ...PLACE, name: "edge" } };
  const { code, stdout } = await preflight(platform, [step]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok +replace +Router edge$/m)]);
  const { stdout: deletion } = await preflight(platform, [{ ...old, op: "delete" }]);
  expect(deletion).toMatch(/^ok +delete +Router edge$/m);
  platform.routers.delete(id);
  const { stdout: gone } = await preflight(platform, [{ ...old, op: "delete" }]);
  expect(gone).toContain("does not exist any more");
});
