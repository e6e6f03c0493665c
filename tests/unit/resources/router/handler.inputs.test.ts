import { expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/router/handler";
import { InProcessResource } from "../../../support/in-process-resource";
import { args, setUp } from "./setup";

test("invalid inputs are reported together with an invalid configuration", async () => {
  const resource = new InProcessResource(handler, { baseUrl: "api.example.com", apiKey: "two words" });
  const { failures } = await resource.check({ ...args, projectId: 0 });
  expect(failures).toEqual([
    { property: "", reason: expect.stringContaining("cloudplatform:apiKey is not a key") },
    { property: "", reason: expect.stringContaining("cloudplatform:baseUrl must begin with https://") },
    { property: "projectId", reason: expect.any(String) },
  ]);
});

test("of the hidden inputs, only the timeouts are returned", async () => {
  const { platform, router } = await setUp();
  const { inputs, failures } = await router.check(args, { create: "5m" });
  expect(failures).toEqual([]);
  expect(inputs).toEqual({ ...args, __timeouts: { create: "5m" } });
  expect(platform.requests).toEqual([]);
});
