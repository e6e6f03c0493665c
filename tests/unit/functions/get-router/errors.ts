import { jest } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { getRouter, getRouters } from "../../../../sdk/src";
import { ERRORS } from "../../../../sdk/src/functions/get-router/errors";
import { NO_ROUTER } from "../../../support/platform";
import { messageOf, provocations } from "../../../support/provocations";
import { failureOf } from "../../../support/until";
import { setUp, setUpScripted } from "../setup";

const PLACE = { projectId: 1, regionId: 2 };

const notFound = async (args: { name: string } | { routerId: string }) =>
  messageOf(await failureOf(getRouter({ ...PLACE, ...args })));

export const PROVOCATIONS = provocations(ERRORS, {
  async idNotFound() {
    await setUp();
    return notFound({ routerId: NO_ROUTER });
  },
  async nameNotFound() {
    await setUp();
    return notFound({ name: "edge" });
  },
  async nameNotUnique() {
    const platform = await setUp();
    for (const _ of [1, 2]) platform.routers.add({ ...PLACE, name: "edge" });
    return notFound({ name: "edge" });
  },
  async notWhole() {
    await setUpScripted(() => ({ body: { count: 1, results: [{ id: NO_ROUTER, routes: "none" }] } }));
    const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
    await getRouters(PLACE);
    return String(warn.mock.calls[0]?.[0]);
  },
  async unreadable() {
    await setUp({ mode: "documented-only" });
    return notFound({ routerId: NO_ROUTER });
  },
});
