import { handler } from "../../../../sdk/src/resources/quota-limit-request/handler";
import { handlerSetUp, type WithName, withName } from "../../../support/handler-setup";

const { open, setUpRuns, tearDown } = handlerSetUp(handler);

export { setUpRuns, tearDown };
export type SetUp = WithName<"request">;
export const setUp = withName(open, "request", "more");
