import { expect, test } from "@jest/globals";
import { forceRetryCertificate } from "../../../../sdk/src";
import { requestsWithQuery } from "../../../support/handler-setup";
import { PROBE } from "../../../support/scripted-server";
import { setUp } from "../setup";

// The tests of the resource CertificateForceRetry have the refusals and faults of the request.

test("a force retry starts another attempt for a certificate whose last attempt failed", async () => {
  const platform = await setUp();
  platform.certificates.add({ id: 321, state: "failed" });
  expect(await forceRetryCertificate({ certId: 321 })).toEqual({
    certId: 321,
    outcome: "started",
    message: "The issuing process has been started.",
  });
  expect(requestsWithQuery(platform)).toEqual(["POST /cdn/sslData/321/force-retry", PROBE]);
  expect(platform.requests[0]?.body).toBeUndefined();
  expect(platform.certificates.get(321)?.state).toBe("in progress");
});
