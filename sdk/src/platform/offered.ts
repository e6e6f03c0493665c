import { SERVERS } from "../errors/servers";
import { isUnavailable, notConfirmed } from "./api/reply";
import type { Call, Method, Send } from "./http/call";
import { NotOffered } from "./http/error";
import type { DeploymentSetting } from "./settings";

/** The operations that the interface documents, which each deployment has. docs/operations.md lists them. */
const DOCUMENTED: ReadonlyArray<readonly [Method, RegExp]> = [
  ["POST", /^\/cdn\/sslData\/[^/]+\/force-retry$/],
  ["POST", /^\/cdn\/advanced\/v2\/query$/],
  ["POST", /^\/fastedge\/v1\/admin\/groups\/[^/]+\/client\/[^/]+$/],
  ["POST", /^\/cloud\/v2\/limits_request$/],
  ["PUT", /^\/cloud\/v2\/client_quotas\/[^/]+\/notification_threshold$/],
  ["DELETE", /^\/iam\/reselling\/resellers\/[^/]+\/notification_settings\/[^/]+$/],
  ["PATCH", /^\/cloud\/v2\/routers\/[^/]+\/[^/]+\/[^/]+$/],
  ["GET", /^\/v1\/tasks\/[^/]+$/],
  ["GET", /^\/streaming\/ai\/tasks$/],
  ["GET", /^\/streaming\/videos\/[^/]+\/subtitles$/],
];

/** A task is read at one of two paths, so that one of them is missing says nothing. */
const TASK = /^(?:\/cloud)?\/v1\/tasks\/[^/]+$/;

export function isDocumented({ method, path }: Pick<Call, "method" | "path">): boolean {
  return DOCUMENTED.some(([documented, form]) => documented === method && form.test(path));
}

/** Sends only the operations that the deployment has, if the setting says which. */
export function withOffered(send: Send, setting: DeploymentSetting): Send {
  if (setting !== "documented") return send;
  return async (call) => {
    if (isDocumented(call)) return send(call);
    throw new NotOffered({
      method: call.method,
      path: call.path,
      reason:
        "this deployment has only the documented operations (cloudplatform:deployment), so the request was not sent",
      mayHaveTakenEffect: false,
      kind: SERVERS.notOffered,
    });
  };
}

/** If the setting says that the deployment has all operations, a missing one is an error, and no fact about an object. */
export function withAllOperations(send: Send, setting: DeploymentSetting): Send {
  if (setting !== "full") return send;
  return (call) =>
    send(call).catch((failure: unknown) => {
      if (!isUnavailable(failure) || isDocumented(call) || TASK.test(call.path)) throw failure;
      throw notConfirmed(
        failure,
        "cloudplatform:deployment is full, so it has this operation",
        SERVERS.notFull,
      );
    });
}
