import { handler } from "../../../../sdk/src/resources/quota-notification-threshold/handler";
import { handlerSetUp, type SetUpOptions } from "../../../support/handler-setup";

const { open } = handlerSetUp(handler);

export async function setUp(options?: SetUpOptions) {
  const { platform, resource } = await open(options);
  return { platform, threshold: resource() };
}
