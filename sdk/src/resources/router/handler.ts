import { text } from "../../operation/inputs/schemas";
import type { Resource } from "../../operation/resource";
import type { RouterState } from "../../platform/api/router-outputs";
import type { Region, RouterRecord } from "../../platform/api/router-record";
import { findRouter, listRouters, listWholeRouters } from "../../platform/api/routers";
import { canonicalJson, isObject, omitNullish } from "../../util/json";
import { creation, live } from "./creation";
import { properties, RouterInputs } from "./inputs";
import { change, removal } from "./plan";

const { projectId, regionId, routerId } = RouterInputs.shape;

/**
 * A managed router is created (`creation.ts`), changed and deleted (`plan.ts`). Of an adopted router (with `routerId`) only the
 * declared inputs are changed, and a deletion leaves the router at the platform.
 */
export const handler: Resource<RouterInputs, RouterState> = {
  type: "Router",
  inputs: RouterInputs,
  properties,
  identity: {
    id: { routerId: routerId.unwrap() },
    query: { projectId, regionId, name: text("the name of routers").optional() },
    async read(reader, id, state) {
      const recorded = canonicalJson(state);
      const isRecorded = (router: RouterRecord) =>
        canonicalJson(live(state, router, state).state) === recorded;
      // `get`, `import` and a deployment without reads have only what was declared.
      const wasRead = state.status !== undefined || state.createdAt !== undefined;
      const found = await findRouter(reader, state, id, wasRead ? isRecorded : undefined);
      return typeof found === "string" ? found : live(state, found, state);
    },
    async list(reader, selected, leaveOut) {
      const { name, ...region } = selected as Region & { name?: string };
      if (leaveOut) {
        const routers = await listWholeRouters(reader, region, leaveOut, name);
        return routers?.map((router) => live(region, router));
      }
      const routers = await listRouters(reader, region, name);
      // A list may lag, so a router of it is read alone before it is used.
      return routers?.map((router) => ({ ...live(region, router), lacks: "properties" }));
    },
  },

  complete(inputs, defaultName) {
    const { name = defaultName, routerId, externalGatewayInfo: gateway } = inputs;
    // Other languages than TypeScript drop null.
    const hasNone = isObject(gateway) && Object.keys(gateway).length === 0;
    return {
      ...inputs,
      ...(routerId === undefined && omitNullish({ name })),
      ...(hasNone && { externalGatewayInfo: null }),
    };
  },

  creation,
  change,
  removal,
};
