import type * as pulumi from "@pulumi/pulumi";

/** The arguments of the Output form of a function. */
export type InputsOf<A> = { [K in keyof A]: pulumi.Input<A[K]> };
