import { handler } from "../../../../sdk/src/resources/quota-limit-request/handler";
import { handlerSetUp, type Named, named } from "../../../support/handler-setup";

const { open, setUpRuns, tearDown } = handlerSetUp(handler);

export { setUpRuns, tearDown };
export type SetUp = Named<"request">;
export const setUp = named(open, "request", "more");
