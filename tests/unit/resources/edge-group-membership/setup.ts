import { handler } from "../../../../sdk/src/resources/edge-group-membership/handler";
import { handlerSetUp } from "../../../support/handler-setup";
import type { ReceivedRequest } from "../../../support/scripted-server";

export const { tearDown, setUp, setUpFaulty, setUpScripted, setUpInOneProgram } = handlerSetUp(handler);

/** A client that is to be in a group. */
export const PARTNER = { groupId: 17, clientId: 4711 };

export const MEMBER = "/fastedge/v1/admin/groups/17/client/4711";
export const LIST = "GET /fastedge/v1/admin/clients?group__incl=17&client_id=4711";

export const isAdd = ({ method }: ReceivedRequest) => method === "POST";
export const isRemove = ({ method }: ReceivedRequest) => method === "DELETE";
export const isList = ({ method }: ReceivedRequest) => method === "GET";

/** A deployment without the operations beside the documented one. */
export const missing = { status: 404, body: { message: "Not Found" } };
