import { adoptionText, type Creation, type ListedCreation, settlingCreation } from "../../operation/creation";
import { canonicalId } from "../../operation/identity";
import type { Live } from "../../operation/resource";
import type { RouterState } from "../../platform/api/router-outputs";
import { plainFields, type Region, type RouterRecord, toState } from "../../platform/api/router-record";
import { createRouter, type RouterBody } from "../../platform/api/routers";
import { parseTimestamp } from "../../util/clock";
import { omitNullish } from "../../util/json";
import { ERRORS } from "./errors";
import { type RouterInputs, routes, subnets } from "./inputs";

const SAME_ROUTER = "both would change the same router, so declare it once";
const SAME_NAME =
  'each would find the other\'s router; give one another name, or declare `ifExists: "create"` with both';

/** With `routerId`, the router is adopted. */
export function creation(inputs: RouterInputs): Creation<RouterState> {
  const { projectId, regionId, routerId } = inputs;
  if (routerId === undefined) return managedRouter(inputs);
  return {
    known: { projectId, regionId, routerId },
    unique: [[canonicalId(routerId), "routerId", SAME_ROUTER]],
  };
}

/** How a managed router is created, or found if it exists. */
function managedRouter(inputs: RouterInputs): ListedCreation<RouterState> {
  const { projectId, regionId, name = "", ifExists = "fail" } = inputs;
  return {
    noun: "router",
    keyOf,
    unique: ifExists === "create" ? [] : [[keyOf(inputs), "name", SAME_NAME]],
    known: { projectId, regionId, ...omitNullish({ name: inputs.name }) } as RouterState,
    step: {
      async send(api) {
        const { tasks, object } = await createRouter(api, inputs, bodyOf(inputs));
        return object ? { ...live(inputs, object, inputs), lacks: "properties" } : tasks;
      },
      settle: settlingCreation({ cannotCreate: ERRORS.cannotCreate.error }),
    },
    tasks: { type: "create_router", creates: "routers" },
    ifExists,
    use(routers) {
      const ids = routers.map(({ id }) => id).join(", ");
      const [first, count] = [routers[0]?.id ?? "", routers.length];
      if (ifExists === "adopt" && count === 1) return adoptionText(`router ${first}`, "which has this name");
      const facts = { projectId, regionId, name, ids, first, count };
      return (ifExists === "adopt" ? ERRORS.severalExist : ERRORS.exists).error(facts);
    },
    unseen(why, tasks) {
      if (why === "cannotList") return ERRORS.cannotList.error();
      throw ERRORS[why].error({ name, tasks: tasks.join(", ") });
    },
  };
}

function keyOf({ projectId, regionId, name }: Pick<RouterInputs, "projectId" | "regionId" | "name">) {
  return [projectId, regionId, name];
}

/** A router, with its lists in the order of these values. */
export function live(
  region: Region,
  record: RouterRecord,
  order: Partial<Pick<RouterInputs, "routes" | "interfaces">> = {},
): Live<RouterState> {
  const state = toState(region, record);
  const lists = {
    routes: routes.inOrder(state.routes ?? [], order.routes),
    interfaces: subnets.inOrder(state.interfaces ?? [], order.interfaces),
  };
  return {
    id: record.id,
    state: { ...state, ...lists },
    ...omitNullish({ task: record.taskId, creator: record.creatorTaskId }),
    createdAt: parseTimestamp(record.createdAt),
  };
}

/**
 * The body of the creation. It has no subnets with a declared address, and then no routes, which may need them: both are
 * added by an update.
 */
function bodyOf(inputs: RouterInputs): RouterBody {
  const { externalGatewayInfo: gateway, interfaces = [], routes = [] } = inputs;
  const withoutAddress = interfaces.filter(({ ipAddress }) => ipAddress === undefined);
  const isComplete = withoutAddress.length === interfaces.length;
  return {
    ...plainFields(inputs),
    ...(gateway && { externalGatewayInfo: { type: "manual", ...omitNullish(gateway) } }),
    ...(withoutAddress.length > 0 && {
      interfaces: withoutAddress.map(({ subnetId }) => ({ type: "subnet", subnetId })),
    }),
    ...(isComplete && routes.length > 0 && { routes }),
  };
}
