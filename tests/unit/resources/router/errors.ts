import { ERRORS } from "../../../../sdk/src/resources/router/errors";
import { OFFICE } from "../../../support/platform";
import { provocations, reportOf } from "../../../support/provocations";
import { anonymousTasks, args, isList, missing, noneListed, PLACE, setUp, setUpFaulty } from "./setup";

async function createDocumentedOnly() {
  const { router } = await setUp({ mode: "documented-only" });
  return reportOf(router, router.up(args));
}

/** The platform refuses to delete a router with subnets, and then for another reason. The other change is refused as well. */
async function refuseTwice(other?: string) {
  const { platform, router } = await setUp({ deleteWithSubnets: false });
  await router.up({ ...args, interfaces: [{ subnetId: OFFICE }] });
  platform.faults.add('status:code=400,message="The router is protected."@DELETE#2');
  if (other) platform.faults.add(`status:code=403@${other}`);
  return reportOf(router, router.destroy());
}

export const PROVOCATIONS = provocations(ERRORS, {
  async exists() {
    const { platform, router } = await setUp();
    platform.routers.add(args);
    return reportOf(router, router.up(args));
  },
  async severalExist() {
    const { platform, router } = await setUp();
    for (const _ of [1, 2]) platform.routers.add(args);
    return reportOf(router, router.up({ ...args, ifExists: "adopt" }));
  },
  async nothingToAdopt() {
    const { router } = await setUp();
    return reportOf(router, router.up({ ...PLACE, routerId: "7c9e6679-7425-40de-944b-e07fc1f90ae7" }));
  },
  async missing() {
    const { platform, router } = await setUp();
    await router.up(args);
    platform.routers.delete(router.state?.id as string);
    return reportOf(router, router.up({ ...args, name: "renamed" }));
  },
  async notListed() {
    const { router } = await setUpFaulty((request) =>
      isList(request) ? noneListed : anonymousTasks(request),
    );
    return reportOf(router, router.up(args));
  },
  async idNotReported() {
    const { router } = await setUpFaulty((request) => (isList(request) ? missing : anonymousTasks(request)));
    return reportOf(router, router.up(args));
  },
  cannotCreate: createDocumentedOnly,
  cannotList: createDocumentedOnly,
  async cannotDelete() {
    const { router } = await setUpFaulty(({ method }) => (method === "DELETE" ? { status: 405 } : undefined));
    await router.up(args);
    return reportOf(router, router.destroy());
  },
  putBack: () => refuseTwice(),
  notPutBack: () => refuseTwice("POST /cloud/v1/routers/{project_id}/{region_id}/{router_id}/attach"),
  async cannotAttach() {
    const { platform, router } = await setUp({ mode: "documented-only" });
    const { id: routerId } = platform.routers.add(args);
    return reportOf(router, router.up({ ...PLACE, routerId, interfaces: [{ subnetId: OFFICE }] }));
  },
  async noGateway() {
    const { router } = await setUp();
    await router.up({ ...args, externalGatewayInfo: null });
    return reportOf(router, router.up({ ...args, externalGatewayInfo: { type: "default" } }));
  },
});
