import { REPLIES } from "../../errors/replies";
import { existingPolicy } from "../../lifecycle/steps/adopt";
import type { Creation } from "../../lifecycle/steps/creation";
import type { Region, RouterRecord } from "../../platform/api/router-record";
import { type RouterBody, RoutersApi, RoutersReader } from "../../platform/api/routers";
import { TasksReader } from "../../platform/api/tasks";
import { omitNullish } from "../../util/json";
import { ERRORS } from "./errors";
import type { RouterInputs } from "./inputs";

/** The inputs of a creation. The state of an unfinished one has only those by which a router is recognised. */
export type CreationInputs = Region & Partial<RouterInputs>;

/** How a managed router is created, or found if it exists. */
export function routerCreation(inputs: CreationInputs): Creation<RouterRecord> {
  const { projectId, regionId, name, ifExists } = inputs;
  const noun = "router";
  const place = `in project ${projectId}, region ${regionId}`;
  const idOf = ({ id }: RouterRecord) => id;
  const { exists, severalExist } = ERRORS;
  const because = "which has this name";
  return {
    noun,
    lockKey: `router "${name}" ${place}`,
    known: { projectId, regionId, ...omitNullish({ name }), ...(ifExists === "create" && { ifExists }) },
    list: (api) => new RoutersReader(api).list(inputs, name ?? ""),
    find: (api, id) => new RoutersReader(api).find(inputs, id),
    idOf,
    ...existingPolicy(ifExists, { noun, name: name ?? "", place, because, idOf, exists, severalExist }),
    send: (api) => new RoutersApi(api).create(inputs, bodyOf(inputs)),
    tasks: {
      createdKey: "routers",
      unfinished: (api) => new TasksReader(api).listUnfinished("create_router", inputs),
      creatorOf: (router) => router.creatorTaskId,
      currentOf: (router) => router.taskId,
    },
    afterKill: {
      key: [projectId, regionId, name],
      // In another project or region, the router is not found.
      isChangeable: true,
      listAll: (api) => new RoutersReader(api).list(inputs),
      keyOf: (router) => [projectId, regionId, router.name],
      createdAt: (router) => router.createdAt,
    },
    errors: {
      cannotList: ERRORS.cannotList,
      mayExistElsewhere: ERRORS.mayExistElsewhere,
      cannotCreate: (refused) => ERRORS.cannotCreate.error({ refused }),
      uncertain: REPLIES.creationUncertain,
      notListed: (tasks) => ERRORS.notListed.error({ name, tasks: tasks.join(", ") || "not named" }),
      notReported: (tasks) => ERRORS.idNotReported.error({ name, tasks: tasks.join(", ") }),
    },
  };
}

/**
 * The body of the creation. It has no subnets with a declared address, and then no routes, which may need them: both are
 * added by an update.
 */
function bodyOf({
  name = "",
  externalGatewayInfo: gateway,
  interfaces = [],
  routes = [],
}: CreationInputs): RouterBody {
  const withoutAddress = interfaces.filter(({ ipAddress }) => ipAddress === undefined);
  const isComplete = withoutAddress.length === interfaces.length;
  return {
    name,
    ...(gateway && { externalGatewayInfo: { type: "manual", ...omitNullish(gateway) } }),
    ...(withoutAddress.length > 0 && {
      interfaces: withoutAddress.map(({ subnetId }) => ({ type: "subnet", subnetId })),
    }),
    ...(isComplete && routes.length > 0 && { routes }),
  };
}
