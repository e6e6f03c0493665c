import type * as pulumi from "@pulumi/pulumi";

// A file of its own: public types must not import those of zod, which some compiler options refuse.

/** The arguments of the Output form of a function. */
export type InputsOf<A> = { [K in keyof A]: pulumi.Input<A[K]> };
