import stack from "./stack.js";

/** The outputs of the stack: the ids of all resources, and the outputs that the stack file selects. */
export default stack as Record<string, unknown>;
