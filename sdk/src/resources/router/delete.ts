import type { OperationContext } from "../../lifecycle/handler";
import { says, sentencesOf } from "../../lifecycle/steps/refusal";
import { isMissing } from "../../platform/api/reply";
import type { RouterState } from "../../platform/api/router-outputs";
import { toState } from "../../platform/api/router-record";
import { omitNullish } from "../../util/json";
import { ERRORS } from "./errors";
import { RouterRequests, sendChanges } from "./requests";

const ROUTER = "(?:the )?router(?: [\\w-]+)?";

/** What the platform says if it does not delete a router that has subnets or routes. docs/operations.md lists these sentences. */
const HAS_ATTACHMENTS = sentencesOf([
  `${ROUTER} (?:still )?has (?:attached |active |internal )?(?:subnets|interfaces|ports|routes)`,
  `${ROUTER} is (?:still )?in use by (?:attached )?(?:subnets|interfaces|ports|routes)`,
  `(?:subnets|interfaces|ports) are (?:still )?attached to ${ROUTER}`,
  `detach (?:all |the )?(?:subnets|interfaces)(?: (?:of|from) ${ROUTER})? (?:first|before it is deleted|before deleting it)`,
]);

/**
 * Deletes a router. Some deployments do not delete a router that still has subnets: then its routes and subnets are removed
 * first. The half-way states: without routes, without some of the subnets. They are put back if the deletion is refused again.
 */
export async function deleteRouter(id: string, state: RouterState, context: OperationContext): Promise<void> {
  const router = new RouterRequests(state, id, context);
  const undeleted = await router.delete();
  if (undeleted === undefined) return;
  const { error, left } = undeleted;
  if (isMissing(error)) throw ERRORS.cannotDelete.error({ id, refused: error });
  if (left === "unreadable" || !says(error, HAS_ATTACHMENTS)) throw error;
  const live = toState(state, left, {});
  if (attachments(live).length === 0) throw error;
  const bare = await setAttachments(router, live, { routes: [], interfaces: [] });
  const again = await router.delete();
  if (again) throw await putBack(router, bare, live, again.error);
}

type Attachments = Pick<RouterState, "routes" | "interfaces">;

/** What is removed before the second attempt to delete a router. */
export function attachments({ routes = [], interfaces = [] }: Attachments): string[] {
  return [
    ...routes.map(({ destination, nexthop }) => `the route to ${destination} via ${nexthop}`),
    ...interfaces.map(({ subnetId }) => `the subnet ${subnetId}`),
  ];
}

/** Returns the router with these routes and subnets. */
function setAttachments(
  router: RouterRequests,
  live: RouterState,
  { routes = [], interfaces = [] }: Attachments,
): Promise<RouterState> {
  const change = { routes, interfaces };
  return sendChanges(router, { inputs: change, change, recorded: live, live });
}

/** Puts the routes and subnets back after a refused deletion. Otherwise the next run does, because they stay uncertain. */
async function putBack(
  router: RouterRequests,
  bare: RouterState,
  before: Attachments,
  refusal: Error,
): Promise<Error> {
  try {
    const interfaces = before.interfaces?.map(({ subnetId, ipAddress }) =>
      omitNullish({ subnetId, ipAddress }),
    );
    await setAttachments(router, bare, { ...before, ...(interfaces && { interfaces }) });
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    return ERRORS.notPutBack.error({ refusal: refusal.message, why });
  }
  // The router is as it was before the operation.
  router.context.save();
  return ERRORS.putBack.error({ refusal: refusal.message });
}
