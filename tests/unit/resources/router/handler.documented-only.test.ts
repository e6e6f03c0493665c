import { expect, test } from "@jest/globals";
import { changes, OFFICE } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { PATCH, PLACE, setUp } from "./setup";

// A deployment with only the documented operations. tests/unit/resources.documented-only.test.ts has what each resource does there.

test("a router cannot be created: one sentence says so, and that an existing one can be adopted", async () => {
  const { router, platform } = await setUp({ mode: "documented-only" });
  const { message } = await failureOf(router.up({ ...PLACE, name: "edge-router" }));
  expect(message).toMatch(
    /^this deployment of the platform cannot create routers \(POST \/cloud\/v1\/routers\/1\/2 was answered 404.* \[router-creation-unsupported\]\. .*routerId.*$/,
  );
  expect(router.engine.logs.map(({ text }) => text)).toEqual([
    "this deployment of the platform cannot list routers, so duplicate names are not detected [router-list-unsupported]",
  ]);
  expect(router.state).toBeUndefined();
  expect(platform.routers.all()).toEqual([]);
});

test("an adopted router that does not exist is the platform's 404, and the error says what to do", async () => {
  const { router } = await setUp({ mode: "documented-only" });
  const { message } = await failureOf(router.up({ ...PLACE, routerId: OFFICE, routes: [] }));
  expect(message).toContain(
    `PATCH /cloud/v2/routers/1/2/${OFFICE} was answered 404: Router ${OFFICE} was not found`,
  );
  expect(message).toContain("Check the ids");
});

test("a change whose reply has no body is not done: nothing else shows its task, so the next run sends it again", async () => {
  const { router, platform } = await setUp({ mode: "documented-only" });
  const { id } = platform.routers.add({ ...PLACE, name: "office" });
  await router.up({ ...PLACE, routerId: id, name: "office" });
  const inputs = { ...PLACE, routerId: id, name: "renamed" };
  platform.faults.add("empty@PATCH");
  platform.faults.add('task-error:message="No."@PATCH');
  const { message } = await failureOf(router.up(inputs));
  expect(message).toMatch(
    /^the platform has accepted the change \(updating name\), but .* \[change-unconfirmed\]/,
  );
  platform.faults.clear();
  await router.up(inputs);
  const rename = [PATCH, { name: "renamed" }];
  expect(changes(platform).slice(1)).toEqual([rename, rename]);
  expect(platform.routers.get(id)?.name).toBe("renamed");
});
