import { expect, test } from "@jest/globals";
import { open, PLACE } from "../resources/router/setup";

// A method of the protocol gets inputs without a URN. `check` remembers for which resource it has returned them.

/** Several routers in one program, and so in one provider process. */
async function setUp(...names: string[]) {
  const { platform, resource } = await open({ sharedProcess: true });
  return { platform, routers: names.map(resource) };
}

test("several resources show status lines, each under its own URN", async () => {
  const { routers } = await setUp("one", "two", "three", "four", "five");
  await Promise.all(routers.map((router) => router.up({ ...PLACE, name: router.name })));
  const [{ engine }] = routers as [(typeof routers)[0]];
  for (const router of routers)
    expect(engine.lines.some((line) => line.urn === router.urn && line.text.includes("FINISHED"))).toBe(true);
});

test("two resources with the same inputs are created also one after the other", async () => {
  const { platform, routers } = await setUp("one", "other");
  const duplicate = { ...PLACE, name: "edge-router", ifExists: "create" };
  for (const router of routers) await router.check(duplicate);
  for (const router of routers) await router.up(duplicate);
  expect(new Set(routers.map((router) => router.state?.id)).size).toBe(2);
  expect(platform.routers.all()).toHaveLength(2);
});
