import { defineError, type RefusedRequest } from "./define-error";

/** What can go wrong with a router. */
export const ROUTERS = {
  exists: defineError<{ name: string; place: string; ids: string; first: string }>({
    message: ({ name, place, ids, first }) =>
      `there is a router named "${name}" ${place} already: ${ids}.\n` +
      "Nothing was created. Ways on:\n" +
      `  routerId: "${first}"  changes that router and never deletes it\n` +
      '  ifExists: "adopt"  takes it over as this stack\'s own; an interrupted run may have made it\n' +
      '  ifExists: "create"  makes a second one of that name\n' +
      "  deleteBeforeReplace: true  (a resource option) where it is this resource's own, which is to be replaced",
    cause: '`ifExists` is `"fail"`, the default, and the project has a router of the name in the region.',
    remedy:
      'Declare `routerId`, `ifExists: "adopt"` or `ifExists: "create"`. After a killed run: `CLOUDPLATFORM_IF_EXISTS=adopt pulumi up`.',
  }),
  severalExist: defineError<{ count: number | string; name: string; place: string; ids: string }>({
    message: ({ count, name, place, ids }) =>
      `there are ${count} routers named "${name}" ${place} (${ids}), so \`ifExists: "adopt"\` does not say which. Declare the one as routerId.`,
    cause: "Names of routers are not unique.",
    remedy: "Declare the one as `routerId`.",
  }),
  missing: defineError<{ id: string; projectId: number | string; regionId: number | string }>({
    message: ({ id, projectId, regionId }) =>
      `there is no router ${id} in project ${projectId}, region ${regionId}. Check routerId, projectId and regionId; ` +
      "if the router was deleted behind Pulumi's back, run `pulumi refresh` and then `pulumi up`, which makes a new one.",
    cause: "The id is wrong, or the router was deleted.",
    remedy: "Check the ids, or `pulumi refresh` and `pulumi up`.",
  }),
  notListed: defineError<{ name: string | undefined; tasks: string }>({
    message: ({ name, tasks }) =>
      `the platform has accepted the creation of the router "${name}" (task ${tasks}), but no such router is listed. ` +
      "Run `pulumi refresh`, which looks again, and then `pulumi up`.",
    cause:
      "The platform's task has ended without telling what it made, and the list does not show it either.",
    remedy: "`pulumi refresh`, then `pulumi up`.",
  }),
  idNotReported: defineError<{ name: string | undefined; tasks: string }>({
    message: ({ name, tasks }) =>
      `the platform's task ${tasks} does not tell the id of the router "${name}", and routers cannot be listed. ` +
      "Look the id up and declare it as routerId.",
    cause: "The deployment creates routers, and has no operation to find them.",
    remedy: "Look the id up where you can, and declare it as `routerId`.",
  }),
  cannotCreate: defineError<{ refused: RefusedRequest }>({
    message: ({ refused: { method, path, status, reason } }) =>
      `this deployment of the platform cannot create routers (${method} ${path} was answered ${status}: ${reason}). ` +
      "If cloudplatform:baseUrl is the address of its API, make the router where you can and declare its UUID as routerId: " +
      "it is then adopted, and all of its fields are managed from here.",
    cause: "The deployment has only the documented operations.",
    remedy: "Adopt a router with `routerId`.",
  }),
  cannotDelete: defineError<{ id: string; refused: RefusedRequest }>({
    message: ({ id, refused: { method, path, status } }) =>
      `this deployment of the platform cannot delete routers, or does not tell that router ${id} is gone (${method} ${path} was answered ${status}). ` +
      "Delete it where you can, and let go of it here with `pulumi state delete`.",
    cause: "The deployment has no operation to delete routers, or none to see whether they are gone.",
    remedy: "Delete it where you can, then `pulumi state delete`.",
  }),
  cannotAttach: defineError<{ which: string; refused: RefusedRequest }>({
    message: ({ which, refused: { method, path, status } }) =>
      `interfaces: this deployment of the platform has no operation to ${which} subnets (${method} ${path} was answered ${status}). ` +
      "Leave `interfaces` out and connect the subnets where the router is made.",
    cause: "The deployment has only the documented operations.",
    remedy: "Leave `interfaces` out.",
  }),
  noGateway: defineError({
    message: () =>
      'externalGatewayInfo: the router has no gateway any more, and the platform picks a network (type "default") only when it creates a router. ' +
      "Declare networkId.",
    cause: 'The gateway of type `"default"` was removed behind Pulumi\'s back.',
    remedy: "Declare `externalGatewayInfo.networkId`.",
  }),
  cannotList: defineError({
    message: () => "this deployment of the platform cannot list routers, so an equal name is not noticed",
    cause: "The deployment lacks the operation. A warning.",
    remedy: "Nothing.",
  }),
  mayExistElsewhere: defineError({
    message: () =>
      "an interrupted run may have created this router in another project or region: look for it there, as this run creates it in the declared one",
    cause:
      "The run before was killed while it created the router, and the declared project or region has changed since. A warning.",
    remedy: "Look for the router there, and delete it if you do not need it.",
  }),
};
