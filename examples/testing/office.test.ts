import { beforeEach, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { cloudplatformMocks, promiseOf } from "pulumi-cloudplatform/testing";
import { Office } from "./office";

const args = { projectId: 1234, regionId: 76, networkId: "d0b5a3f6-7e4e-4a35-9ad2-5a1d6f3f9a10" };

beforeEach(() =>
  pulumi.runtime.setMocks(
    cloudplatformMocks({
      outputs: {
        Router: () => ({
          externalGatewayInfo: {
            networkId: args.networkId,
            enableSnat: true,
            externalFixedIps: [
              { ipAddress: "203.0.113.7", subnetId: "6f1c1b0e-3a44-4f0f-8a52-91c5d7a0b6c2" },
            ],
          },
        }),
      },
      results: { getRouters: () => ({ routers: [] }) },
    }),
  ),
);

test("the office has the address of its router", async () => {
  const office = new Office("berlin", args);
  expect(await promiseOf(office.address)).toBe("203.0.113.7");
});

test("the router is named after the office and the number of routers", async () => {
  const office = new Office("berlin", args);
  expect(await promiseOf(office.router.name)).toBe("berlin-0");
});
