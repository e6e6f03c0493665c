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
  /** The platform refuses to delete a router with subnets, and then for another reason. */
  async putBack() {
    const { platform, router } = await setUpCreated(
      { ...args, interfaces: [{ subnetId: OFFICE }] },
      { deleteWithSubnets: false },
    );
    platform.faults.add('status:code=400,message="The router is protected."@DELETE#2');
    return reportOf(router, router.destroy());
  },
  async routesRemoved() {
    const at = (ipAddress: string) => ({
      ...args,
      interfaces: [{ subnetId: OFFICE, ipAddress }],
      routes: [ROUTE],
    });
    const { platform, router } = await setUpCreated(at("10.0.1.5"));
    platform.faults.add(
      "status:code=403@POST /cloud/v1/routers/{project_id}/{region_id}/{router_id}/detach#2",
    );
    platform.faults.add("status:code=403@PATCH#2");
    return reportOf(router, router.up(at("10.0.1.6")));
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
