import "./check-node";

import { declareStack } from "./stack/declare";

const declared = declareStack();

/** The ids of all resources, by kind and name. */
export const ids = declared.ids;

/**
 * The outputs that the stack file selects. A program in TypeScript or CommonJS exports each of them under its own name:
 * their names are known only at run time.
 */
Object.assign(exports, declared.outputs);
