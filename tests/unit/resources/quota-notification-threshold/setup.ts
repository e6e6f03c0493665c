import { handler } from "../../../../sdk/src/resources/quota-notification-threshold/handler";
import { handlerSetUp, type WithName, withName } from "../../../support/handler-setup";

const { open, tearDown } = handlerSetUp(handler);

export { tearDown };
export type SetUp = WithName<"threshold">;
export const setUp = withName(open, "threshold", "early");
