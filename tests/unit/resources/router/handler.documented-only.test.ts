import { expect, test } from "@jest/globals";
import { OFFICE } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { PLACE, setUp } from "./setup";

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
