import type * as pulumi from "@pulumi/pulumi";
import type * as functions from "../functions";
import type * as resources from "../resources";

type Exported<Module, Kind> = {
  [Name in keyof Module as Module[Name] extends Kind ? Name : never]: Module[Name];
};

export type Classes = Exported<typeof resources, new (...args: never) => pulumi.CustomResource>;
export type PlainFunctions = Exported<typeof functions, (args: never) => Promise<unknown>>;

/** The outputs of a resource, as plain values. */
export type OutputsOf<Resource> = {
  [Name in keyof Resource as Resource[Name] extends pulumi.Output<unknown> ? Name : never]?: pulumi.Unwrap<
    Resource[Name]
  >;
};

/** A resource of the tested program. */
export interface MockedResource {
  /** The name of the resource in the program. */
  name: string;
  /** The id of a resource that `get` or the option `import` reads. */
  id: string | undefined;
  /** The inputs, with the defaults that the package adds. */
  inputs: Record<string, unknown>;
}

/** What differs from the plausible values that `cloudplatformMocks` returns. */
export interface CloudplatformMocksOptions {
  /** Outputs by class, such as `{ Router: ({ name }) => ({ status: "ERROR" }) }`. Other outputs stay plausible. */
  outputs?: {
    [Class in keyof Classes]?: (resource: MockedResource) => OutputsOf<InstanceType<Classes[Class]>>;
  };
  /** Results by function, such as `{ getTask: () => ({ state: "ERROR" }) }`. Other properties stay plausible. */
  results?: {
    [Name in keyof PlainFunctions]?: (
      args: NonNullable<Parameters<PlainFunctions[Name]>[0]>,
    ) => Partial<Awaited<ReturnType<PlainFunctions[Name]>>>;
  };
  /**
   * Mocks of the resources and functions of other packages.
   *
   * @default outputs that equal the inputs
   */
  others?: Partial<pulumi.runtime.Mocks>;
}
