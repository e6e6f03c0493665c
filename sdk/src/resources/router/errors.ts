import { defineError } from "../../errors/definition";
import type { Region } from "../../platform/api/router-record";

/** Errors and warnings of routers. */
export const ERRORS = {
  /**
   * `ifExists` is `"fail"`, the default, and the project has a router with this name in the region.
   *
   * What to do: After a lost run, first run `npx pulumi-cloudplatform recover`: `up` then continues with the router that
   * the run created. Otherwise choose another name, or a way that the message lists: `ifExists` or `routerId`
   * ([adopt](resources/router.md#adopt)), `deleteBeforeReplace` ([replace](resources/router.md#replace)), `aliases`
   * ([rename](troubleshooting.md#how-do-i-rename-a-resource-without-creating-its-object-again)) or [`import`](import.md#the-option-import).
   */
  exists: defineError<Region & { name: string; ids: string; first: string }>({
    code: "router-exists",
    message: ({ name, projectId, regionId, ids }) =>
      `a router named "${name}" already exists in project ${projectId}, region ${regionId}: ${ids}`,
    advice: ({ projectId, regionId, first }) =>
      "Nothing was created. If the last run of this stack was killed, first run `npx pulumi-cloudplatform recover`. " +
      'If no other stack manages that router, declare ifExists: "adopt": ' +
      "this stack then owns it, and destroying the stack deletes it. Other ways:\n" +
      `  routerId: "${first}"  changes that router and never deletes it\n` +
      '  ifExists: "create"  creates a second router with that name\n' +
      "  the resource option deleteBeforeReplace, if it is the router of this resource, which this run replaces\n" +
      "  the resource option aliases with the old name, if you renamed its resource in the program\n" +
      `  the resource option import with the id ${projectId}/${regionId}/${first} (in TypeScript the UUID alone) adds it to this stack as it is`,
  }),
  severalExist: defineError<Region & { count: number | string; name: string; ids: string }>({
    code: "router-name-ambiguous",
    message: ({ count, name, projectId, regionId, ids }) =>
      `there are ${count} routers named "${name}" in project ${projectId}, region ${regionId} (${ids}), so \`ifExists: "adopt"\` is ambiguous`,
    advice: "Declare the id of one of them as routerId.",
  }),
  nothingToAdopt: defineError<Region & { routerId: string }>({
    code: "router-nothing-to-adopt",
    message: ({ routerId, projectId, regionId }) =>
      `there is no router ${routerId} in project ${projectId}, region ${regionId}`,
    advice: "Check routerId, projectId and regionId; omit routerId to create a router.",
  }),
  missing: defineError<Region & { routerId: string }>({
    code: "router-not-found",
    message: ({ routerId, projectId, regionId }) =>
      `there is no router ${routerId} in project ${projectId}, region ${regionId}`,
    advice:
      "It was deleted outside of Pulumi: run `pulumi refresh` and then `pulumi up`, which creates a new one.",
  }),
  notListed: defineError<{ name: string | undefined; tasks: string }>({
    code: "router-not-listed",
    message: ({ name, tasks }) =>
      `the platform has accepted the creation of the router "${name}" (task ${tasks || "not named"}), but no such router is listed`,
    // Without a task, the state has nothing.
    advice: ({ tasks }) =>
      tasks
        ? "Run `pulumi refresh`, which reads the list again, and then `pulumi up`. " +
          "If the platform has no such router, remove the resource from the state with `pulumi state delete`; " +
          "if the state does not have it, declare another name."
        : "Run `pulumi up` again, which reads the list again.",
  }),
  idNotReported: defineError<{ name: string | undefined; tasks: string }>({
    code: "router-id-unknown",
    message: ({ name, tasks }) =>
      `the platform's task ${tasks} does not report the id of the router "${name}", and routers cannot be listed`,
    advice: "Find the id and declare it as routerId.",
  }),
  cannotCreate: defineError<{ summary: string }>({
    code: "router-creation-unsupported",
    message: ({ summary }) => `this deployment of the platform cannot create routers (${summary})`,
    advice:
      "If cloudplatform:baseUrl is the address of its API, create the router by other means and declare its UUID as routerId: " +
      "it is then adopted, and this resource manages all of its fields.",
  }),
  cannotDelete: defineError<{ id: string; summary: string }>({
    code: "router-deletion-unsupported",
    message: ({ id, summary }) =>
      `this deployment of the platform cannot delete routers, or does not confirm that router ${id} is gone (${summary})`,
    advice:
      "Run again, as a gateway may have answered in place of the API. If this deployment cannot delete routers, delete it by other means, and remove it from the state with `pulumi state delete`.",
  }),
  subnetNeeded: defineError<{ subnetId: string; routes: string; refusal: string }>({
    code: "router-subnet-needed",
    message: ({ subnetId, routes, refusal }) =>
      `subnet ${subnetId} cannot be detached, perhaps because of ${routes}: ${refusal}`,
    advice:
      "Keep the subnet as it is, or remove the routes that need it: those of the program in one `pulumi up`, and declare them again in " +
      "the one that moves the subnet; others are removed by their owner. If a run of this stack has added them and was lost, declare " +
      "them and the subnet for one `pulumi up`, and then remove both.",
  }),
  cannotAttach: defineError<{ which: string; summary: string }>({
    code: "router-interfaces-unsupported",
    message: ({ which, summary }) =>
      `interfaces: this deployment of the platform has no operation to ${which} subnets (${summary})`,
    advice: "Omit `interfaces`, and attach the subnets where you create the router.",
  }),
  noGateway: defineError({
    code: "router-gateway-missing",
    message: () =>
      'externalGatewayInfo: the router no longer has a gateway, and the platform chooses a network (type "default") only when it creates a router',
    advice: "Declare networkId.",
  }),
  cannotList: defineError({
    code: "router-list-unsupported",
    message: () => "this deployment of the platform cannot list routers, so duplicate names are not detected",
  }),
};
