import { defineError, type RefusedRequest } from "./define-error";

/** Errors and warnings of routers. */
export const ROUTERS = {
  exists: defineError<{ name: string; place: string; ids: string; first: string }>({
    message: ({ name, place, ids, first }) =>
      `there is a router named "${name}" ${place} already: ${ids}.\n` +
      "Nothing was created. Options:\n" +
      `  routerId: "${first}"  changes that router and never deletes it\n` +
      '  ifExists: "adopt"  manages it from this stack, including its deletion; an interrupted run may have created it\n' +
      '  ifExists: "create"  creates a second router with that name\n' +
      "  deleteBeforeReplace: true  (a resource option) if it is the router of this resource, which this run replaces",
    cause: '`ifExists` is `"fail"`, the default, and the project has a router with this name in the region.',
    remedy:
      'Declare `routerId`, `ifExists: "adopt"` or `ifExists: "create"`. After a killed run: `CLOUDPLATFORM_IF_EXISTS=adopt pulumi up`.',
  }),
  severalExist: defineError<{ count: number | string; name: string; place: string; ids: string }>({
    message: ({ count, name, place, ids }) =>
      `there are ${count} routers named "${name}" ${place} (${ids}), so \`ifExists: "adopt"\` is ambiguous. Declare the id of one of them as routerId.`,
    cause: "Names of routers are not unique.",
    remedy: "Declare the id of one of them as `routerId`.",
  }),
  missing: defineError<{ id: string; projectId: number | string; regionId: number | string }>({
    message: ({ id, projectId, regionId }) =>
      `there is no router ${id} in project ${projectId}, region ${regionId}. Check routerId, projectId and regionId; ` +
      "if the router was deleted behind Pulumi's back, run `pulumi refresh` and then `pulumi up`, which creates a new one.",
    cause: "The id is wrong, or the router was deleted.",
    remedy: "Check the ids, or `pulumi refresh` and `pulumi up`.",
  }),
  notListed: defineError<{ name: string | undefined; tasks: string }>({
    message: ({ name, tasks }) =>
      `the platform has accepted the creation of the router "${name}" (task ${tasks}), but no such router is listed. ` +
      "Run `pulumi refresh`, which reads the list again, and then `pulumi up`.",
    cause:
      "The platform's task has ended without reporting the router's id, and the list does not contain the router.",
    remedy: "`pulumi refresh`, then `pulumi up`.",
  }),
  idNotReported: defineError<{ name: string | undefined; tasks: string }>({
    message: ({ name, tasks }) =>
      `the platform's task ${tasks} does not report the id of the router "${name}", and routers cannot be listed. ` +
      "Find the id and declare it as routerId.",
    cause: "The deployment creates routers, and has no operation to find them.",
    remedy: "Find the id by other means, and declare it as `routerId`.",
  }),
  cannotCreate: defineError<{ refused: RefusedRequest }>({
    message: ({ refused: { method, path, status, reason } }) =>
      `this deployment of the platform cannot create routers (${method} ${path} was answered ${status}: ${reason}). ` +
      "If cloudplatform:baseUrl is the address of its API, create the router by other means and declare its UUID as routerId: " +
      "it is then adopted, and this resource manages all of its fields.",
    cause: "The deployment has only the documented operations.",
    remedy: "Adopt a router with `routerId`.",
  }),
  cannotDelete: defineError<{ id: string; refused: RefusedRequest }>({
    message: ({ id, refused: { method, path, status } }) =>
      `this deployment of the platform cannot delete routers, or does not confirm that router ${id} is gone (${method} ${path} was answered ${status}). ` +
      "Delete it by other means, and remove it from the state with `pulumi state delete`.",
    cause: "The deployment has no operation to delete routers, or none to check whether they are deleted.",
    remedy: "Delete it by other means, then `pulumi state delete`.",
  }),
  cannotAttach: defineError<{ which: string; refused: RefusedRequest }>({
    message: ({ which, refused: { method, path, status } }) =>
      `interfaces: this deployment of the platform has no operation to ${which} subnets (${method} ${path} was answered ${status}). ` +
      "Leave `interfaces` out and attach the subnets where you create the router.",
    cause: "The deployment has only the documented operations.",
    remedy: "Leave `interfaces` out.",
  }),
  noGateway: defineError({
    message: () =>
      'externalGatewayInfo: the router no longer has a gateway, and the platform chooses a network (type "default") only when it creates a router. ' +
      "Declare networkId.",
    cause: 'The gateway of type `"default"` was removed behind Pulumi\'s back.',
    remedy: "Declare `externalGatewayInfo.networkId`.",
  }),
  cannotList: defineError({
    message: () => "this deployment of the platform cannot list routers, so duplicate names are not detected",
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
