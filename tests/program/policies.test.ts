import { expect, test } from "@jest/globals";
import { type ResourceValidationPolicy, validateResourceOfType } from "@pulumi/policy";
import * as cloudplatform from "../../sdk/src";
import { RESOURCES } from "../support/resource-fixtures";

// Policies that match resources by their class, as transformations do with `isInstance`.

const { AnalyzeRequest, AnalyzerResourceOptions } = require("@pulumi/pulumi/proto/analyzer_pb");
const { Struct } = require("google-protobuf/google/protobuf/struct_pb");
const { makeAnalyzeRpcFun } = require("@pulumi/policy/server");

type Class = { type: string; isInstance(value: unknown): boolean };

const CLASSES = RESOURCES.map(({ name, state }) => ({
  name,
  type: state.type,
  resource: (cloudplatform as unknown as Record<string, Class>)[name] as Class,
}));

/** The messages of the violations that a policy reports for a router, as the engine gets them. */
async function violations(
  policy: ResourceValidationPolicy,
  properties: object,
  type = "pulumi-nodejs:dynamic/cloudplatform:Router",
): Promise<string[]> {
  const request = new AnalyzeRequest();
  request.setType(type);
  request.setName("it");
  request.setUrn(`urn:pulumi:dev::project::${type}::it`);
  request.setProperties(Struct.fromJavaScript(properties));
  request.setOptions(new AnalyzerResourceOptions());
  const analyze = makeAnalyzeRpcFun("pack", "1.0.0", "mandatory", [policy]);
  const reply = await new Promise<{ getDiagnosticsList(): Array<{ getMessage(): string }> }>(
    (resolve, reject) =>
      analyze({ request }, (error: unknown, found: never) => (error ? reject(error) : resolve(found))),
  );
  return reply.getDiagnosticsList().map((diagnostic) => diagnostic.getMessage());
}

test("a policy for a class runs for resources of the class, with their inputs", async () => {
  const noRoutes: ResourceValidationPolicy = {
    name: "no-routes",
    description: "Routers must have no routes",
    validateResource: validateResourceOfType(cloudplatform.Router, (router, _args, report) => {
      if ((router.routes ?? []).length > 0) report(`project ${router.projectId} has a router with routes`);
    }),
  };
  const routes = [{ destination: "10.0.0.0/8", nexthop: "10.0.0.1" }];
  const [message] = await violations(noRoutes, { projectId: 1, routes });
  expect(message).toContain("project 1 has a router with routes");
  expect(await violations(noRoutes, { projectId: 1 })).toEqual([]);
  // The same resource in a program in another language.
  expect(await violations(noRoutes, { projectId: 1, routes }, "cloudplatform:index:Router")).toEqual([
    message,
  ]);
});

test.each(CLASSES)("$name is recognized by its types, and no other class is", ({ name, type, resource }) => {
  expect(resource.type).toBe(type);
  for (const token of [type, `cloudplatform:index:${name}`]) {
    const matching = CLASSES.filter((other) => other.resource.isInstance({ __pulumiType: token }));
    expect(matching.map((one) => one.name)).toEqual([name]);
  }
  expect(resource.isInstance(undefined)).toBe(false);
});
