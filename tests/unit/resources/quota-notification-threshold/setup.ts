import { handler } from "../../../../sdk/src/resources/quota-notification-threshold/handler";
import { handlerSetUp, type Named, named } from "../../../support/handler-setup";

const { open, tearDown } = handlerSetUp(handler);

export { tearDown };
export type SetUp = Named<"threshold">;
export const setUp = named(open, "threshold", "early");
