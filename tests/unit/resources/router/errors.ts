import { ERRORS } from "../../../../sdk/src/resources/router/errors";
import type { Fault } from "../../../support/faulty-proxy";
import { NO_ROUTER, OFFICE } from "../../../support/platform";
import { provocations, reportOf } from "../../../support/provocations";
import {
  anonymousTasks,
  args,
  isDelete,
  isList,
  missing,
  noneListed,
  PLACE,
  ROUTE,
  setUp,
  setUpCreated,
  setUpFaulty,
} from "./setup";

/** What a creation reports whose task does not report the id of the router, and whose list has this reply. */
async function createAnonymous(listed: Fault) {
  const { router } = await setUpFaulty((request) => (isList(request) ? listed : anonymousTasks(request)));
  return reportOf(router, router.up(args));
}

export const PROVOCATIONS = provocations(ERRORS, {
  async nothingToAdopt() {
    const { router } = await setUp();
    return reportOf(router, router.up({ ...PLACE, routerId: NO_ROUTER }));
  },
  async missing() {
    const { platform, router, id } = await setUpCreated(args);
    platform.routers.delete(id);
    return reportOf(router, router.up({ ...args, name: "renamed" }));
  },
  notListed: () => createAnonymous(noneListed),
  idNotReported: () => createAnonymous(missing),
  async cannotDelete() {
    const { router } = await setUpFaulty((request) => (isDelete(request) ? { status: 405 } : undefined));
    await router.up(args);
    return reportOf(router, router.destroy());
  },
  async subnetNeeded() {
    const { platform, router, id } = await setUpCreated({ ...args, interfaces: [{ subnetId: OFFICE }] });
    platform.routers.change(id, { routes: [ROUTE] });
    return reportOf(router, router.up({ ...args, interfaces: [] }));
  },
  async cannotAttach() {
    const { platform, router } = await setUp({ mode: "documented-only" });
    const { id: routerId } = platform.routers.add(args);
    return reportOf(router, router.up({ ...PLACE, routerId, interfaces: [{ subnetId: OFFICE }] }));
  },
  async noGateway() {
    const { router } = await setUpCreated({ ...args, externalGatewayInfo: null });
    return reportOf(router, router.up({ ...args, externalGatewayInfo: { type: "default" } }));
  },
});
