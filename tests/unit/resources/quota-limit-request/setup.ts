import { handler } from "../../../../sdk/src/resources/quota-limit-request/handler";
import { handlerSetUp, type SetUpOptions } from "../../../support/handler-setup";
import type { ReceivedRequest } from "../../../support/scripted-server";

export const NORTH = { regionId: 76, cpuCountLimit: 200, ramLimit: 524288 };
export const SOUTH = { regionId: 80, routerCountLimit: 0 };

/** A request, as the program declares it and as the platform gets it. */
export const args = {
  description: "Load test in March",
  requestedLimits: { regionalLimits: [NORTH, SOUTH] },
};
export const body = {
  description: "Load test in March",
  requested_limits: {
    regional_limits: [
      { region_id: 76, cpu_count_limit: 200, ram_limit: 524288 },
      { region_id: 80, router_count_limit: 0 },
    ],
  },
};
export const patient = { ...args, waitForDecision: true };

const { open } = handlerSetUp(handler);

/** The platform, one request, and others by their names in the program. */
export async function setUp(options?: SetUpOptions) {
  const { platform, resource } = await open(options);
  return { platform, request: resource(), another: resource };
}

export const PATH = "/cloud/v2/limits_request";
export const POST = `POST ${PATH}`;

/** A fault: the list does not contain new requests. */
export const NEVER_LISTED = `lagging-list:reads=1000@${POST}`;

export const isPost = ({ method }: ReceivedRequest) => method === "POST";
