import { describe, expect, test } from "@jest/globals";
import { KEY } from "../../../support/platform";
import { PLACE, routers, STACK, usePreflight } from "../../../support/preflight-file";

const { preflight, start } = usePreflight();

describe("the forecast", () => {
  const PARTNER = `${STACK}::pulumi:providers:pulumi-nodejs::partner`;

  test("finds tasks that the newest 1,000 do not contain", async () => {
    const platform = await start({ taskTime: 0 });
    const { id } = platform.routers.add({ ...PLACE, name: "edge" });
    const url = `${platform.url}/cloud/v2/routers/1/2/${id}`;
    const headers = { authorization: `apikey ${KEY}`, "content-type": "application/json" };
    const change = (name: string) => fetch(url, { method: "PATCH", headers, body: JSON.stringify({ name }) });
    const create = await fetch(`${platform.url}/cloud/v1/routers/1/9`, {
      ...{ method: "POST", headers },
      body: JSON.stringify({ name: "earlier" }),
    });
    expect(create.status).toBe(200);
    for (let index = 0; index < 1_000; index++) await change(`name ${index}`);
    const { stdout } = await preflight(platform, routers(1));
    expect(stdout).toMatch(/^Forecast: about .*; 1 task, .*\. Based on the platform's last such task\.$/m);
  });

  test("knows which objects exist, so that adopting them as they are begins no task", async () => {
    const platform = await start();
    const { id } = platform.routers.add({ ...PLACE, name: "edge" });
    const adoptions = [
      { name: "named", after: { ...PLACE, name: "edge", ifExists: "adopt" } },
      { name: "given", after: { ...PLACE, name: "edge", routerId: id } },
    ];
    const { stdout } = await preflight(platform, adoptions);
    expect(stdout).toMatch(/^Forecast: about .*; no tasks, 3 requests\.$/m);
  });

  test("has no time for a Provider whose key only `up` knows", async () => {
    const platform = await start();
    const settings = { "cloudplatform:apiKey": "[secret]", "cloudplatform:baseUrl": platform.url };
    const provider = { type: "pulumi:providers:pulumi-nodejs", name: "partner", after: settings };
    const router = { ...routers(1)[0], name: "edge", provider: `${PARTNER}::2` };
    const { code, stdout } = await preflight(platform, [provider, router]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Forecast: 1 task, at least 4 requests\. The time is unknown, .* create_router task is known\.$/m,
    );
  });
});
