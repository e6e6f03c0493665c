import { REPLIES } from "../../errors/replies";
import { existingPolicy } from "../../lifecycle/existing";
import { pendingChanges } from "../../lifecycle/properties";
import type { Creation, Live, NamedObject } from "../../lifecycle/resource";
import type { Reader } from "../../platform/api/api";
import { PLAIN, type RouterState } from "../../platform/api/router-outputs";
import { plainFields, type RouterRecord, toState } from "../../platform/api/router-record";
import { isWhole, type RouterBody, RoutersApi, RoutersReader } from "../../platform/api/routers";
import { TasksReader } from "../../platform/api/tasks";
import { parseTimestamp } from "../../util/clock";
import { omitNullish } from "../../util/json";
import { ERRORS } from "./errors";
import { isDefaultName, properties, type RouterInputs } from "./inputs";

/** How a managed router is created, or found if it exists. With `routerId`, the router that is adopted. */
export function creation(inputs: RouterInputs): Creation<RouterState> | NamedObject<RouterState> {
  const { projectId, regionId, routerId, name, ifExists } = inputs;
  if (routerId !== undefined) return { id: routerId, known: { projectId, regionId, routerId } };
  const noun = "router";
  const place = `in project ${projectId}, region ${regionId}`;
  const { exists, severalExist } = ERRORS;
  const because = "which has this name";
  const list = async (reader: Reader, filter?: string) => {
    const routers = await new RoutersReader(reader).list(inputs, filter);
    // The creations of a preview share a list, so it depends on no input but the place.
    return routers?.map(
      (router): Live<RouterState> => ({
        ...live(inputs, router, {}),
        ...(!isWhole(router) && { isPartial: true }),
      }),
    );
  };
  return {
    noun,
    lockKey: `router "${name}" ${place}`,
    key: [projectId, regionId, name],
    known: { projectId, regionId, ...omitNullish({ name }) } as RouterState,
    step: {
      task: "create_router",
      async send(api) {
        const { tasks, object } = await new RoutersApi(api).create(inputs, bodyOf(inputs));
        return { tasks, ...(object && { object: { ...live(inputs, object, inputs), isPartial: true } }) };
      },
      after: (state) => ({ ...state, ...createdFrom(bodyOf(inputs)) }),
    },
    objects: {
      list: (reader) => list(reader, name ?? ""),
      listAll: (reader) => list(reader),
      keyOf: ({ state }) => [projectId, regionId, state.name],
      // In another project or region, the router is not found.
      isChangeable: true,
      isShown: (state) => isShown(inputs, state),
      mayHaveSecond: ifExists !== "create" && !isDefaultName(name),
      createdKey: "routers",
      unfinished: (reader) => new TasksReader(reader).listUnfinished("create_router", inputs),
    },
    existing: existingPolicy(ifExists, {
      noun,
      name: name ?? "",
      place,
      because,
      idOf: ({ id }) => id,
      exists,
      severalExist,
    }),
    errors: {
      cannotList: ERRORS.cannotList,
      cannotCreate: (refused) => ERRORS.cannotCreate.error({ refused }),
      uncertain: REPLIES.creationUncertain,
      notListed: (tasks) => ERRORS.notListed.error({ name, tasks: tasks.join(", ") || "not named" }),
      notReported: (tasks) => ERRORS.idNotReported.error({ name, tasks: tasks.join(", ") }),
    },
  };
}

/** A list may be a little old, so a router is read alone if it is not as declared there, with all outputs. */
function isShown(inputs: RouterInputs, state: RouterState): boolean {
  const { externalGatewayInfo: gateway, interfaces = [] } = state;
  const hasAddresses = !gateway || (gateway.externalFixedIps ?? []).length > 0;
  const hasPorts = interfaces.every(({ ipAddress, portId }) => ipAddress && portId);
  const hasAll = hasAddresses && hasPorts && Object.keys(PLAIN).every((name) => name in state);
  const differing = pendingChanges(properties, state, { ...inputs, ifExists: undefined });
  return hasAll && Object.keys(differing).length === 0;
}

type Order = Parameters<typeof toState>[2];

/** A router, with its lists in this order. */
export function live(
  { projectId, regionId }: Pick<RouterInputs, "projectId" | "regionId">,
  record: RouterRecord,
  order: Order,
): Live<RouterState> {
  const createdAt = parseTimestamp(record.createdAt);
  return {
    id: record.id,
    state: toState({ projectId, regionId }, record, order),
    ...omitNullish({ task: record.taskId, creator: record.creatorTaskId }),
    ...(createdAt >= 0 && { createdAt }),
  };
}

/** What the platform creates from a body. It chooses the network of a gateway of type `"default"`. */
function createdFrom(body: RouterBody): Partial<RouterState> {
  const { externalGatewayInfo: gateway, interfaces = [], routes = [] } = body;
  const { networkId = "", enableSnat = true } = gateway ?? {};
  return {
    ...plainFields(body),
    externalGatewayInfo: gateway ? { networkId, enableSnat, externalFixedIps: [] } : null,
    interfaces: interfaces.map(({ subnetId }) => ({ subnetId })),
    routes,
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
