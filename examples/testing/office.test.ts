import { beforeEach, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { cloudplatformMocks, failuresOf, promiseOf } from "pulumi-cloudplatform/testing";
import { Office } from "./office";

const args = { projectId: 1234, regionId: 76, headquarters: "headquarters" };
const networkId = "d0b5a3f6-7e4e-4a35-9ad2-5a1d6f3f9a10";
const externalFixedIps = [{ ipAddress: "203.0.113.7", subnetId: "6f1c1b0e-3a44-4f0f-8a52-91c5d7a0b6c2" }];

beforeEach(() =>
  pulumi.runtime.setMocks(
    cloudplatformMocks({
      outputs: {
        Router: () => ({ externalGatewayInfo: { networkId, enableSnat: true, externalFixedIps } }),
      },
      results: {
        getRouter: () => ({ externalGatewayInfo: { networkId, enableSnat: true, externalFixedIps: [] } }),
      },
    }),
  ),
);

test("the router of the office is in the external network of the headquarters", async () => {
  const office = new Office("berlin", args);
  expect(await promiseOf(office.router.externalGatewayInfo)).toMatchObject({ networkId });
});

test("the office has the address of its router", async () => {
  const office = new Office("berlin", args);
  expect(await promiseOf(office.address)).toBe("203.0.113.7");
});

test("the number of a project is checked", async () => {
  const failures = await failuresOf(() => new Office("berlin", { ...args, projectId: 0 }));
  expect(failures).toEqual([
    "getRouter: projectId must be the number of a project: 1 or more",
    'Router "berlin": projectId must be the number of a project: 1 or more',
  ]);
});
