import { type Region, type RouterBody, type RouterRecord, RoutersApi } from "../../api/routers";
import { TasksApi } from "../../api/tasks";
import type { OperationContext } from "../../contract/context";
import type { Creation } from "../../contract/creation";
import { REPLIES } from "../../errors/replies";
import { present } from "../../util/json";
import { ERRORS } from "./errors";
import type { RouterInputs } from "./schema";

/** The inputs of a creation. The state of an unfinished one has only those by which a router is recognised. */
export type CreationInputs = Region & Partial<RouterInputs>;

/** How a managed router is created, or found if it exists. */
export function routerCreation(inputs: CreationInputs, context: OperationContext): Creation<RouterRecord> {
  const { projectId, regionId, name, ifExists } = inputs;
  const place = `in project ${projectId}, region ${regionId}`;
  return {
    noun: "router",
    queue: `router "${name}" ${place}`,
    known: { projectId, regionId, ...present({ name }), ...(ifExists === "create" && { ifExists }) },
    list: (api) => api.area(RoutersApi).listByName(inputs, name ?? ""),
    find: (api, id) => api.area(RoutersApi).find(inputs, id),
    idOf: ({ id }) => id,
    allowsEqual: ifExists === "create",
    useExisting: (equal) => chooseExisting(inputs, place, equal, context),
    // An interrupted run may have begun to create the router to adopt.
    usesUnfinished: ifExists === "adopt",
    send: (api) => api.area(RoutersApi).create(inputs, bodyOf(inputs)),
    tasks: {
      kind: "routers",
      unfinished: (api) => api.area(TasksApi).listUnfinished("create_router", inputs),
      creatorOf: (router) => router.creator_task_id,
      currentOf: (router) => router.task_id,
    },
    lookup: {
      scope: [projectId, regionId],
      key: name,
      listAll: (api) => api.area(RoutersApi).listAll(inputs),
      keyOf: (router) => router.name,
      createdAt: (router) => router.created_at,
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

/** The router to adopt. Throws if the inputs do not allow to adopt one, or if it is unclear which one. */
function chooseExisting(
  { name = "", ifExists }: CreationInputs,
  place: string,
  equal: RouterRecord[],
  context: OperationContext,
): RouterRecord | undefined {
  const [first] = equal;
  if (first === undefined || ifExists === "create") return undefined;
  const facts = { name, place, ids: equal.map(({ id }) => id).join(", ") };
  if (ifExists !== "adopt") throw ERRORS.exists.error({ ...facts, first: first.id });
  if (equal.length > 1) throw ERRORS.severalExist.error({ ...facts, count: equal.length });
  context.info(
    `router ${first.id}, which has this name, is adopted (ifExists: "adopt"): no second one is created`,
  );
  return first;
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
    ...(gateway && { externalGatewayInfo: { type: "manual", ...present(gateway) } }),
    ...(withoutAddress.length > 0 && {
      interfaces: withoutAddress.map(({ subnetId }) => ({ type: "subnet", subnetId })),
    }),
    ...(isComplete && routes.length > 0 && { routes }),
  };
}
