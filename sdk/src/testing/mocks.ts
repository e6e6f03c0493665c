import * as pulumi from "@pulumi/pulumi";
import { InvalidArguments, ProgramError, preparingErrors } from "../doors/dynamic/program/errors";
import { CodedError } from "../errors/definition";
import { handlerLoaders } from "../resources/handlers";
import { mockResult } from "./mocks-of-functions";
import type { CloudplatformMocksOptions } from "./options";
import { previewWithMocks } from "./preview";
import { checkSettings, mockResource } from "./resources";

type Mocks = pulumi.runtime.Mocks;

/**
 * Mocks for `pulumi.runtime.setMocks`. Resources and functions of this package get plausible values, which are the same
 * in each run. Invalid inputs fail as in `pulumi preview`. No request is sent, and no key is needed.
 *
 * @example A test of a program
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as cloudplatform from "pulumi-cloudplatform";
 * import { cloudplatformMocks } from "pulumi-cloudplatform/testing";
 *
 * pulumi.runtime.setMocks(cloudplatformMocks({ outputs: { Router: () => ({ region: "Luxembourg" }) } }));
 *
 * const edge = new cloudplatform.Router("edge", { projectId: 1234, regionId: 76 });
 * edge.region.apply((region) => console.log(region)); // Luxembourg
 * ```
 */
export function cloudplatformMocks(options: CloudplatformMocksOptions = {}): Mocks {
  const { others = {} } = options;
  const outputs: Record<string, ((resource: never) => object) | undefined> = options.outputs ?? {};
  const results: Record<string, ((args: never) => object) | undefined> = options.results ?? {};
  return {
    ...others,
    async newResource(args) {
      const type = classOf(args);
      const handler = handlerLoaders.get(type)?.();
      if (type === "Provider") checkSettings(args);
      if (handler) return preparingErrors(async () => mockResource(handler, args, outputs[type] as never));
      return others.newResource?.(args) ?? otherResource(args);
    },
    async call(args) {
      const [, name = ""] = /^cloudplatform:index:(\w+)$/.exec(args.token) ?? [];
      return withDetails(
        () => mockResult(name, args.inputs, results[name]) ?? others.call?.(args) ?? args.inputs,
      );
    },
  };
}

/**
 * Runs a program like `pulumi preview`, and returns the reasons for which inputs of its resources, ids of `get` and of the option
 * `import`, settings of its Providers and arguments of its functions are refused; an empty list if none are. Without it the outputs of a refused resource reject, which ends or fails
 * the run of a test runner.
 *
 * @param program creates the resources. It may be asynchronous. As in a preview, the outputs of new resources are unknown.
 * @param options the values of other resources and of functions, as for `cloudplatformMocks`
 *
 * @example A test of an input that is refused
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 * import { failuresOf } from "pulumi-cloudplatform/testing";
 *
 * failuresOf(() => new cloudplatform.Router("edge", { projectId: 0, regionId: 76 })).then((failures) => {
 *   console.log(failures); // [ 'Router "edge": projectId must be the number of a project: 1 or more' ]
 * });
 * ```
 */
export async function failuresOf(
  program: () => unknown,
  options: CloudplatformMocksOptions = {},
): Promise<string[]> {
  const failures = new Set<string>();
  const mocks = cloudplatformMocks(options);
  const collect = (error: unknown, resource = "") => {
    if (error instanceof InvalidArguments) for (const line of error.message.split("\n")) failures.add(line);
    else if (error instanceof CodedError || error instanceof ProgramError)
      failures.add(resource + error.message);
    else return false;
    return true;
  };
  const newResource: Mocks["newResource"] = async (args) => {
    try {
      return await mocks.newResource(args);
    } catch (error) {
      if (!collect(error, `${classOf(args)} "${args.name}": `)) throw error;
      return { id: undefined, state: {} };
    }
  };
  await previewWithMocks({ ...mocks, newResource }, program, collect);
  return [...failures];
}

/** The class of a resource of this package; empty for another one. */
function classOf({ type }: pulumi.runtime.MockResourceArgs): string {
  if (type === "pulumi:providers:pulumi-nodejs") return "Provider";
  return /^pulumi-nodejs:dynamic\/cloudplatform:(\w+)$/.exec(type)?.[1] ?? "";
}

function otherResource({
  name,
  id,
  inputs,
}: pulumi.runtime.MockResourceArgs): pulumi.runtime.MockResourceResult {
  const created = pulumi.runtime.isDryRun() ? undefined : `${name}-id`;
  return { id: id || created, state: inputs };
}

/** Pulumi reports only the `details` of an error of `call`, as errors of the engine have them. */
async function withDetails<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { details: error.message }) : error;
  }
}
