import { describe, expect, test } from "@jest/globals";
import type { PreviewFindings } from "../../../sdk/src/pulumi/files/preview-findings";
import { handler as retry } from "../../../sdk/src/resources/certificate-force-retry/handler";
import { handler as membership } from "../../../sdk/src/resources/edge-group-membership/handler";
import { handler as threshold } from "../../../sdk/src/resources/quota-notification-threshold/handler";
import { handler } from "../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../sdk/src/util/json";
import { handlerSetUp, logLines, useCleanup } from "../../support/handler-setup";
import { InProcessResource, startProcess } from "../../support/in-process-resource";
import { createRouter, KEY, LAB, NETWORK, OFFICE } from "../../support/platform";
import { type Script, type ScriptedReply, startScriptedServer } from "../../support/scripted-server";
import { UNKNOWN } from "../../support/unknown";
import { failureOf, until } from "../../support/until";
import { ROUTE } from "../resources/router/setup";

// What a preview asks the platform, and what it prints in the rows.

const { open, setUp } = handlerSetUp(handler, { taskTime: 0 });
const members = handlerSetUp(membership);
const thresholds = handlerSetUp(threshold);

const { closeLater } = useCleanup();

/** The routers of one program, and a server with this script in place of the platform. */
async function startInPlaceOfPlatform(script: Script) {
  const server = closeLater(await startScriptedServer(script));
  const process = startProcess();
  const router = (name: string) =>
    new InProcessResource(handler, { baseUrl: server.url, apiKey: KEY, process }, name);
  return { server, process, router };
}

const EDGE = { projectId: 1, regionId: 2, name: "edge-router" };
const TASK = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e99";

describe("the preview of a creation", () => {
  test("prints nothing if nothing equal exists, and asks with one GET", async () => {
    const { platform, resource } = await setUp();
    expect(await resource.previewed(EDGE)).toBe("create");
    expect(logLines(resource)).toEqual([]);
    expect(platform.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /cloud/v1/routers/1/2",
    ]);
  });

  test.each<[string, JsonObject, (id: string) => string]>([
    [
      "warns with the error of `up` if the name is taken",
      {},
      (id) =>
        `warning: \`up\` would fail: a router named "edge-router" already exists in project 1, region 2: ${id} [router-exists]`,
    ],
    [
      "says what is adopted",
      { ifExists: "adopt", externalGatewayInfo: null },
      (id) => `info: adopts router ${id}, which has this name`,
    ],
    [
      "says that a second router is created",
      { ifExists: "create" },
      (id) => `info: router ${id} is equal: \`up\` creates another one`,
    ],
  ])("%s", async (_, args, line) => {
    const { platform, resource } = await setUp();
    const { id } = platform.routers.add({ ...EDGE, routes: [] });
    await resource.previewed({ ...EDGE, ...args });
    expect(logLines(resource)).toEqual([expect.stringContaining(line(id))]);
  });

  test("prints no value of a secret input, neither the declared one nor that of the platform", async () => {
    const { platform, resource } = await setUp();
    const { id } = platform.routers.add({ ...EDGE, name: "name-of-the-platform" });
    const secret = { __secret: ["name"], name: "declared-secret" };
    await resource.previewed({ projectId: 1, regionId: 2, routerId: id, ...secret });
    expect(logLines(resource)).toEqual(["info: already exists: `up` changes name from [secret] to [secret]"]);
  });

  test.each<[string, JsonObject, Record<string, string>]>([
    ["a value that it needs is known only during `up`", { projectId: UNKNOWN }, {}],
    ["`previewReads` is false", {}, { previewReads: "false" }],
  ])("asks nothing if %s", async (_, args, settings) => {
    const { platform, resource } = await setUp({}, settings);
    platform.routers.add(EDGE);
    await resource.previewed({ ...EDGE, ...args });
    expect(platform.requests).toEqual([]);
    expect(logLines(resource)).toEqual([]);
  });
});

describe("the preview of an update", () => {
  async function created() {
    const { platform, resource } = await setUp();
    await resource.up(EDGE);
    platform.clearRequests();
    return { platform, resource, id: resource.state?.id ?? "" };
  }

  test("says what others have changed, and what `up` does with it", async () => {
    const { platform, resource, id } = await created();
    platform.routers.change(id, { name: "renamed by hand", task_id: TASK });
    expect(await resource.previewed({ ...EDGE, name: "renamed" })).toBe("update");
    expect(logLines(resource)).toEqual([
      'info: name changed outside of Pulumi to "renamed by hand": `up` overwrites it with "renamed"',
      `info: \`up\` waits for task ${TASK}, which changes the object now`,
    ]);
    expect(platform.requests.every(({ method }) => method === "GET")).toBe(true);
  });

  test("says that `up` leaves what others have added to a list, and the program has just removed", async () => {
    const { platform, resource } = await setUp();
    await resource.up({ ...EDGE, interfaces: [{ subnetId: OFFICE }], routes: [ROUTE] });
    platform.routers.change(resource.state?.id ?? "", { routes: [{ ...ROUTE, nexthop: "10.0.1.14" }] });
    await resource.previewed({ ...EDGE, interfaces: [{ subnetId: OFFICE }] });
    expect(logLines(resource)).toEqual([
      expect.stringMatching(/^info: routes changed .*: `up` changes only what the preview shows, and leaves/),
    ]);
  });

  // What the plugin has imported declares nothing, so a refresh through the classes cannot say which inputs have changed.
  test("says what `up` sends although the inputs of the program are those of the last run", async () => {
    const { platform, resource, id } = await created();
    const { outputs = {} } = resource.state ?? {};
    outputs.__imported = true;
    delete outputs.__declared;
    platform.routers.change(id, { name: "hotfix" });
    await resource.refresh();
    expect(await resource.previewed(EDGE)).toBe("update");
    expect(logLines(resource)).toEqual([
      'info: name is not as declared: `up` changes it from "hotfix" to "edge-router"',
    ]);
    await resource.up(EDGE);
    expect(platform.routers.get(id)).toMatchObject({ name: "edge-router" });
  });

  test("says what a creation that has failed half-way has not reached", async () => {
    const { platform, resource } = await setUp();
    const args = { ...EDGE, interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.5" }], routes: [ROUTE] };
    platform.faults.add("status:code=400@PATCH#1");
    await failureOf(resource.up(args));
    expect(await resource.previewed(args)).toBe("update");
    expect(logLines(resource)).toEqual([
      "info: an earlier run was interrupted: `up` compares interfaces with the platform",
      `info: routes is not as declared: \`up\` adds [${JSON.stringify(ROUTE)}]`,
    ]);
  });

  test.each<[string, JsonObject, JsonObject, string]>([
    [
      "an input that was removed",
      { routes: [ROUTE] },
      {},
      `routes is not as declared: \`up\` removes [${JSON.stringify(ROUTE)}]`,
    ],
    [
      "a nested input that was removed",
      { externalGatewayInfo: { networkId: NETWORK, enableSnat: false } },
      { externalGatewayInfo: { networkId: NETWORK } },
      `"enableSnat":false} to {"networkId":"${NETWORK}","enableSnat":true}`,
    ],
    [
      "a name that is not secret any more",
      { name: "secret-name", __secret: ["name"] },
      { name: "plain-name" },
      "name is not as declared: `up` changes it from [secret] to [secret]",
    ],
  ])("says what an update that has failed half-way has not reached: %s", async (_, first, second, text) => {
    const { platform, resource } = await setUp();
    const interfaces = [{ subnetId: OFFICE }];
    await resource.up({ ...EDGE, interfaces, ...first });
    const args = { ...EDGE, interfaces: [...interfaces, { subnetId: LAB }], ...second };
    platform.faults.add("status:code=400@PATCH#1");
    await failureOf(resource.up(args));
    expect(await resource.previewed(args)).toBe("update");
    expect(logLines(resource)).toEqual([
      "info: an earlier run was interrupted: `up` compares interfaces with the platform",
      expect.stringContaining(text),
    ]);
  });

  test("names the declared item of a list to which others have added, where a creation has not reached it", async () => {
    const { platform, resource } = await setUp();
    const args = { ...EDGE, interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.5" }], routes: [ROUTE] };
    platform.faults.add("status:code=400@PATCH#1");
    await failureOf(resource.up(args));
    const other = { destination: "10.9.0.0/24", nexthop: "10.0.1.14" };
    platform.routers.change(resource.state?.id ?? "", { routes: [other] });
    await resource.previewed(args);
    expect(logLines(resource).slice(1)).toEqual([
      `info: routes is not as declared: \`up\` adds [${JSON.stringify(ROUTE)}]`,
    ]);
  });

  test("names what `up` removes although the input was changed once more since the run that has not reached it", async () => {
    const { platform, resource } = await setUp();
    const interfaces = [{ subnetId: OFFICE }];
    await resource.up({ ...EDGE, interfaces, routes: [ROUTE] });
    platform.faults.add("status:code=400@PATCH#1");
    await failureOf(resource.up({ ...EDGE, interfaces: [...interfaces, { subnetId: LAB }] }));
    const route = { ...ROUTE, destination: "10.9.0.0/24" };
    await resource.previewed({ ...EDGE, interfaces: [...interfaces, { subnetId: LAB }], routes: [route] });
    const [old, next] = [ROUTE, route].map((one) => JSON.stringify([one]));
    expect(logLines(resource).slice(1)).toEqual([
      `info: routes is not as declared: \`up\` removes ${old} and adds ${next}`,
    ]);
  });

  test("asks although an item of a list is known only during `up`", async () => {
    const { platform, resource, id } = await created();
    platform.routers.change(id, { name: "hotfix" });
    await resource.previewed({ ...EDGE, interfaces: [{ subnetId: OFFICE }, UNKNOWN] });
    expect(logLines(resource)).toEqual([
      expect.stringContaining('info: name changed outside of Pulumi to "hotfix"'),
    ]);
  });

  test("says that a request which has all values overwrites what others have changed", async () => {
    const { platform, resource } = await thresholds.setUp();
    await resource.up({ clientId: 42, threshold: 70 });
    platform.quotas.setThreshold(42, 90);
    const row = "info: threshold changed outside of Pulumi to 90: `up`";
    await resource.previewed({ clientId: 42, threshold: 70, lastSending: "2026-01-31T12:00:00" });
    expect(logLines(resource)).toContainEqual(`${row} overwrites it with 70`);
    await resource.previewed({ clientId: 42, threshold: 70, __timeouts: { delete: "1m" } });
    expect(logLines(resource)).toContainEqual(expect.stringContaining(`${row} leaves it`));
  });

  test("reports no change by others where an interrupted run may have made the change", async () => {
    const { platform, resource, id } = await created();
    Object.assign(resource.state?.outputs ?? {}, { __unsure: ["name"] });
    platform.routers.change(id, { name: "renamed" });
    expect(await resource.previewed({ ...EDGE, name: "renamed" })).toBe("update");
    expect(logLines(resource)).toEqual([
      "info: an earlier run was interrupted: `up` compares name with the platform",
    ]);
  });

  test("prints no value of an input that was secret before", async () => {
    const { platform, resource } = await setUp();
    await resource.up({ ...EDGE, name: "secret-name", __secret: ["name"] });
    platform.routers.change(resource.state?.id ?? "", { name: "name-of-the-platform" });
    await resource.previewed({ ...EDGE, name: "plain-name" });
    expect(logLines(resource).join("\n")).not.toContain("name-of-the-platform");
  });

  test("warns that a replacement with the same name would fail, unless it deletes first", async () => {
    const { resource } = await created();
    // The record of the creation ends.
    await resource.up(EDGE);
    const { state } = resource;
    const replaced = async (mark: true | "deletesFirst") => {
      resource.engine.logs.length = 0;
      resource.state = state;
      // `--replace` calls `check` for the resource as it is, and then as a new one.
      await resource.checkReplacement(EDGE, mark);
      return logLines(resource);
    };
    expect(await replaced(true)).toEqual([expect.stringContaining("[router-exists]")]);
    expect(await replaced("deletesFirst")).toEqual([expect.stringContaining("it is deleted first")]);
  });
});

const refusingReads = ({ method }: { method: string }) =>
  method === "GET" ? { status: 403, body: { message: "No." } } : undefined;

test("a question about what `up` does without a read is left out if the key may not read", async () => {
  const { resource } = await members.setUpFaulty(refusingReads);
  await resource.previewed({ groupId: 17, clientId: 4711 });
  expect(logLines(resource)).toEqual([]);
  const { resource: threshold } = await thresholds.setUpFaulty(refusingReads);
  await threshold.up({ clientId: 42, threshold: 70 });
  await threshold.previewed({ clientId: 42, threshold: 75 });
  expect(logLines(threshold)).toEqual([]);
});

describe("a platform that cannot be asked", () => {
  const page = { headers: { "content-type": "text/html" }, body: "<html>" };

  test.each<[string, ScriptedReply, string]>([
    ["429 for a minute", { status: 429, headers: { "retry-after": "60" } }, "[preview-not-asked]"],
    ["a login page", { status: 200, ...page }, "[preview-account-fails]"],
    ["a redirect", { status: 302, headers: { location: "/login" } }, "[preview-account-fails]"],
    ["a body that is cut off", { body: '{"count":' }, "[unreadable-reply]"],
  ])("costs one warning for the account, and no more requests: %s", async (_, answer, code) => {
    const { server, process, router } = await startInPlaceOfPlatform(() => answer);
    for (const name of ["one", "two", "three"])
      expect(await router(name).previewed({ ...EDGE, name })).toBe("create");
    // This is the time of the test clock.
    expect(process.clock.now()).toBeLessThanOrEqual(11_000);
    expect(process.engine.logs.map(({ text }) => text)).toEqual([expect.stringContaining(code)]);
    expect(server.requests.length).toBeLessThanOrEqual(2);
  });

  test("fails the preview if it refuses the key, with one line of advice for the account", async () => {
    const { server, process, router } = await startInPlaceOfPlatform(() => ({
      status: 401,
      body: { message: "No." },
    }));
    const failed = await failureOf(router("one").previewed(EDGE));
    expect(failed.message).toMatch(/was answered 401: No\. .*\[unauthorized\]\nCheck the key/s);
    expect(await router("two").previewed({ ...EDGE, name: "two" })).toBe("create");
    expect(process.engine.logs).toEqual([]);
    expect(server.requests.length).toBeLessThanOrEqual(2);
  });

  test("costs ten seconds in all if it does not answer", async () => {
    const { server, process, router } = await startInPlaceOfPlatform(() => "silence");
    const asked = router("one").previewed(EDGE);
    await until(() => server.requests.length === 1);
    await process.clock.advance(9_900);
    expect(process.engine.logs).toEqual([]);
    await process.clock.advance(200);
    expect(await asked).toBe("create");
    await router("two").previewed({ ...EDGE, name: "other" });
    expect(server.requests).toHaveLength(1);
    const text = expect.stringContaining("[preview-timed-out]");
    expect(process.engine.logs).toMatchObject([{ severity: "warning", text }]);
  });
});

describe("what the command `preflight` gets of its preview", () => {
  /** The findings of some resources of one program. */
  async function collected(baseUrl: string, all: JsonObject[], of: { type: string } = handler) {
    const found: PreviewFindings[] = [];
    const process = startProcess({ collect: (findings) => found.push(findings) });
    const place = { baseUrl, apiKey: KEY, process };
    for (const [index, args] of all.entries())
      await new InProcessResource(of, place, `r${index}`).previewed(args);
    const steps = found.flatMap(({ step }) => step ?? []);
    const findings = steps.map((step) => step.findings);
    return { found, findings, process };
  }

  test("says of an object whether it is as declared already, or cannot be read", async () => {
    const { platform } = await open();
    platform.edgeGroups.add(17, 4711);
    const ofMember = await collected(platform.url, [{ groupId: 17, clientId: 4711 }], membership);
    expect(ofMember.findings).toEqual([
      [{ level: "note", text: "already exists as declared: `up` changes nothing in it" }],
    ]);
    const { findings } = await collected(platform.url, [{ certId: 321 }], retry);
    expect(findings).toEqual([
      [{ level: "unchecked", text: expect.stringContaining("no operation that reads") }],
    ]);
  });

  test("has the findings of each resource, and the object that it uses", async () => {
    const { platform } = await open();
    await createRouter(platform, "another");
    const { id } = platform.routers.add(EDGE);
    const all = [{ name: "fresh" }, { routerId: id }, { name: UNKNOWN }].map((one) => ({ ...EDGE, ...one }));
    const { found, findings } = await collected(platform.url, all);
    expect(findings).toEqual([[], [], [{ level: "unchecked", text: "name is known only during `up`" }]]);
    expect(found.filter(({ uses }) => uses !== undefined)).toHaveLength(1);
  });

  test("names the account that cannot be used once, and does not check its resources", async () => {
    const { platform } = await open({ apiKeys: ["another"] });
    const { found, findings } = await collected(platform.url, [EDGE, { ...EDGE, name: "other" }]);
    expect(found.flatMap(({ account }) => account ?? [])).toMatchObject([
      { level: "fails", code: "unauthorized", urn: expect.stringMatching(/::r0$/) },
    ]);
    const unchecked = [{ level: "unchecked", text: "its account cannot be used" }];
    expect(findings).toEqual([unchecked, unchecked]);
  });
});
