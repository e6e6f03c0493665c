import { afterEach, describe, expect, test } from "@jest/globals";
import { closeAll, collection, start, unknownId } from "../../simulator/testing/client";
import { describeInBrowser, violationsOf } from "../support/browser";

// The page in a real browser, during requests such as those of a run of Pulumi.

describeInBrowser("the page in a browser", ({ page, complaints, addresses }) => {
  afterEach(closeAll);

  const row = (panel: string, text: string) => page.locator(`#${panel} li`, { hasText: text });

  test("the page shows objects, tasks and requests when they are added, change and are removed", async () => {
    const { sim, call } = await start({ taskTime: 600_000 });
    await page.goto(sim.url);
    await page.getByText("No task has started.").waitFor();
    await call("POST", collection, { name: "main" });
    await row("tasks", "create_router").getByText("RUNNING").waitFor();
    await row("areas", "main").locator("summary").getByText("BUILD").waitFor();
    const bar = page.getByRole("progressbar", { name: /Progress of create_router/ });
    expect(Number(await bar.getAttribute("max"))).toBe(600_000);
    await expect(page.locator("#task-count").textContent()).resolves.toBe("1 pending of 1");

    await page.getByRole("button", { name: /^Finish create_router/ }).click();
    await row("tasks", "create_router").getByText("FINISHED").waitFor();
    await row("areas", "main").locator("summary").getByText("ACTIVE").waitFor();
    expect(sim.routers.all()).toMatchObject([{ status: "ACTIVE" }]);

    await call("POST", collection, { name: "x" });
    const refused = row("requests", "400");
    await refused.locator(".reason", { hasText: "name: Must have 3 to 63 characters" }).waitFor();
    await refused.locator("summary").click();
    await refused.getByText('"name": "x"').waitFor();
    await refused.locator("pre", { hasText: "exception_class" }).waitFor();

    sim.routers.delete(sim.routers.all()[0]?.id ?? "");
    await row("areas", "main").waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });

  test("the page shows text as text", async () => {
    const { sim, call } = await start();
    const hostile = '<img src="x" onerror="document.title=\'taken\'"><b>bold</b>';
    await page.goto(sim.url);
    sim.routers.add({ projectId: 1, regionId: 2, id: unknownId, name: hostile });
    await call("POST", collection, { name: "main", [hostile]: hostile });
    await row("areas", hostile).waitFor();
    await row("requests", `${hostile}: Unknown field.`).waitFor();
    expect(await page.locator("main img, main b").count()).toBe(0);
    expect(await page.title()).toBe("Cloud platform simulator");
  });

  test("the page asks for the control token, which no address contains", async () => {
    const { sim } = await start({ controlToken: "the-token-of-the-team" });
    await page.goto(sim.url);
    const input = page.getByLabel("Control token of this simulator");
    await input.fill("another-token");
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByRole("alert").getByText("The control token is missing or not valid.").waitFor();
    await input.fill("the-token-of-the-team");
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByText("Live").waitFor();
    expect(await input.isVisible()).toBe(false);
    await page.reload();
    await page.getByText("Live").waitFor();
    expect([page.url(), ...addresses].join(" ")).not.toContain("the-token-of-the-team");
  });

  test("the page reconnects to a restarted simulator", async () => {
    const first = await start();
    first.sim.routers.add({ projectId: 1, regionId: 2, name: "before" });
    await page.goto(first.sim.url);
    await row("areas", "before").waitFor();
    await first.sim.close();
    await page.getByText("The simulator does not answer. Trying again…").waitFor();
    const { sim } = await start({ port: Number(new URL(first.sim.url).port) });
    sim.routers.add({ projectId: 1, regionId: 2, name: "after" });
    await row("areas", "after").waitFor();
    expect(await row("areas", "before").count()).toBe(0);
  });

  describe.each(["light", "dark"] as const)("the page in %s colours", (colorScheme) => {
    test.each([390, 1400])(
      "the page has no accessibility problem according to axe, %i pixels wide",
      async (width) => {
        const { sim, call } = await start({ taskTime: 600_000 });
        sim.faults.add("slow:ms=1");
        sim.certificates.add({ id: 7, state: "failed" });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(sim.url);
        await call("POST", collection, { name: "customer-4711-production" });
        await call("POST", collection, { name: "x" });
        await call("GET", "/v1/tasks/x", undefined, { key: null });
        await row("requests", "401").waitFor();
        for (const summary of await page.locator("summary").all()) await summary.click();
        expect(await violationsOf(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        const isCut =
          "[...document.querySelectorAll('#tasks li')].some((row) => row.scrollWidth > row.clientWidth)";
        expect(await page.evaluate(isCut)).toBe(false);
      },
    );
  });
});
