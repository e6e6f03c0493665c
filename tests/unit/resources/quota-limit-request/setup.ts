import { handler } from "../../../../sdk/src/resources/quota-limit-request/handler";
import { handlerSetUp, type SetUpOptions } from "../../../support/handler-setup";

const { open, setUpRuns, tearDown } = handlerSetUp(handler);

export { setUpRuns, tearDown };

/** The platform, one request, and others by their names in the program. */
export async function setUp(options?: SetUpOptions) {
  const { platform, resource } = await open(options);
  return { platform, request: resource(), another: resource };
}
