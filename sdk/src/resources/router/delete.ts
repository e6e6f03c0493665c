import type { OperationContext } from "../../lifecycle/context";
import { refusalText } from "../../lifecycle/steps/deletion";
import { isMissing } from "../../platform/api/reply";
import type { RouterState } from "../../platform/api/router-outputs";
import { stateOf } from "../../platform/api/router-state";
import { ERRORS } from "./errors";
import { RouterRequests } from "./requests";
import { detachAll } from "./update";

export async function deleteRouter(id: string, state: RouterState, context: OperationContext): Promise<void> {
  const router = new RouterRequests(state, id, context);
  const undeleted = await router.delete();
  if (undeleted === undefined) return;
  const { error, left } = undeleted;
  if (isMissing(error)) throw ERRORS.cannotDelete.error({ id, refused: error });
  // Some deployments do not delete a router that still has subnets. If there is another reason, the router keeps them.
  const isAboutAttachments = /subnet|interface|\bports?\b|\broutes?\b|attach/i.test(refusalText(error));
  if (left.is !== "found" || !isAboutAttachments) throw error;
  const { interfaces, routes } = left.object;
  if (!interfaces?.length && !routes?.length) throw error;
  await detachAll(router, stateOf(state, left.object, {}));
  const again = await router.delete();
  if (again) throw again.error;
}
