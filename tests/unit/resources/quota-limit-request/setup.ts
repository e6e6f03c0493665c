import { handler } from "../../../../sdk/src/resources/quota-limit-request/handler";
import { handlerSetUp, type SetUpOptions } from "../../../support/handler-setup";
import type { ReceivedRequest } from "../../../support/scripted-server";

const { open, setUpRuns } = handlerSetUp(handler);

export { setUpRuns };

/** The platform, one request, and others by their names in the program. */
export async function setUp(options?: SetUpOptions) {
  const { platform, resource } = await open(options);
  return { platform, request: resource(), another: resource };
}

export const PATH = "/cloud/v2/limits_request";
export const POST = `POST ${PATH}`;

export const isPost = ({ method }: ReceivedRequest) => method === "POST";
export const isDelete = ({ method }: ReceivedRequest) => method === "DELETE";
export const isList = ({ method, path }: ReceivedRequest) => method === "GET" && path.startsWith(`${PATH}?`);
export const isRead = ({ method, path }: ReceivedRequest) => method === "GET" && path.startsWith(`${PATH}/`);
