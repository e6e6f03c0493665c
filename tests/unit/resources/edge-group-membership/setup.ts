import { handler } from "../../../../sdk/src/resources/edge-group-membership/handler";
import { handlerSetUp } from "../../../support/handler-setup";
import type { ReceivedRequest } from "../../../support/scripted-server";

export const { setUp, setUpFaulty, setUpScripted, setUpInOneProgram } = handlerSetUp(handler);

/** A client and the group to which it is added. */
export const PARTNER = { groupId: 17, clientId: 4711 };

export const MEMBER = "/fastedge/v1/admin/groups/17/client/4711";
export const LIST = "GET /fastedge/v1/admin/clients?group__incl=17&client_id=4711";

export const isAdd = ({ method }: ReceivedRequest) => method === "POST";
export const isRemove = ({ method }: ReceivedRequest) => method === "DELETE";
export const isList = ({ method, path }: ReceivedRequest) =>
  method === "GET" && path.startsWith("/fastedge/v1/admin/clients");

/** The reply of a deployment with only the documented operation. */
export const missing = { status: 404, body: { message: "Not Found" } };
