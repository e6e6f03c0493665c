import { handler } from "../../../../sdk/src/resources/reseller-notification-settings/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { handlerSetUp } from "../../../support/handler-setup";
import type { ReceivedRequest } from "../../../support/scripted-server";

const { setUpCreated, ...others } = handlerSetUp(handler);

export const { setUp, setUpFaulty, setUpScripted, setUpRuns, setUpInOneProgram } = others;

/** Settings for failed logins. */
export const LOGINS = { resellerId: 8, email: "oncall@example.com", notificationType: "failed_login" };
/** The same with the platform's names. */
export const BODY = { email: "oncall@example.com", notification_type: "failed_login" };

export const ALL = "/iam/reselling/resellers/8/notification_settings";

/** Settings that were created, and their number. The recorded requests start after the creation. */
export async function startCreated(declared: JsonObject = LOGINS) {
  const started = await setUpCreated(declared);
  return { ...started, id: Number(started.resource.outputs.notificationSettingsId) };
}

export const isCreate = ({ method }: ReceivedRequest) => method === "POST";
export const isReplace = ({ method }: ReceivedRequest) => method === "PUT";
export const isDelete = ({ method }: ReceivedRequest) => method === "DELETE";
export const isRead = ({ method, path }: ReceivedRequest) => method === "GET" && /\/\d+$/.test(path);
export const isList = ({ method, path }: ReceivedRequest) =>
  method === "GET" && /\/notification_settings(\?|$)/.test(path);

/** The reply of a deployment with only the documented operation. */
export const missing = { status: 404, body: { message: "Not Found" } };
export const notAllowed = { status: 405, body: { message: "Method Not Allowed" } };
export const outOfOrder = { status: 500, body: { message: "Out of order." } };
