import { afterEach, describe, expect, test } from "@jest/globals";
import { forceRetryCertificate, type PlatformError } from "../../../../sdk/src";
import type { CertificateState, Simulator } from "../../../../simulator/src";
import { closedAddress, PROBE } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import { pointTo, requestLines, setUp, tearDown } from "../setup";

const RETRY = "POST /cdn/sslData/321/force-retry";

afterEach(tearDown);

async function startWith(state: CertificateState, say?: string): Promise<Simulator> {
  const platform = await setUp();
  platform.certificates.add({ id: 321, state, ...(say !== undefined && { say }) });
  return platform;
}

const failure = () => failureOf<PlatformError>(forceRetryCertificate({ certId: 321 }));

describe("a force retry", () => {
  test("starts another attempt for a certificate whose last attempt failed", async () => {
    const platform = await startWith("failed");
    expect(await forceRetryCertificate({ certId: 321 })).toEqual({
      certId: 321,
      outcome: "started",
      message: "The issuing process has been started.",
    });
    expect(requestLines(platform)).toEqual([RETRY]);
    expect(platform.requests[0]?.body).toBeUndefined();
    expect(platform.certificates.get(321)?.state).toBe("in progress");
  });

  test("returns the outcome inProgress during an attempt", async () => {
    const platform = await startWith("in progress");
    expect(await forceRetryCertificate({ certId: 321 })).toEqual({
      certId: 321,
      outcome: "inProgress",
      message:
        "Force retry is not allowed until the current issuing attempt is in progress. Please wait until it ends.",
    });
    expect(platform.certificates.get(321)?.forceRetries).toBe(0);
  });

  test("returns the outcome completed for an issued certificate", async () => {
    await startWith("completed");
    expect(await forceRetryCertificate({ certId: 321 })).toEqual({
      certId: 321,
      outcome: "completed",
      message: "The certificate issuance process has already been completed.",
    });
  });

  test("of an unattached certificate fails, and the error says what to do", async () => {
    const platform = await startWith("not attached");
    expect(await failure()).toMatchObject({
      name: "PlatformError",
      status: 400,
      fields: { certificate: ["Certificate is not attached to a resource."] },
      advice: "Attach the certificate to a CDN resource and run again.",
      mayHaveTakenEffect: false,
    });
    expect(requestLines(platform)).toEqual([RETRY]);
  });

  test("of a certificate that does not exist fails", async () => {
    const platform = await setUp();
    expect(await failure()).toMatchObject({ status: 404, advice: expect.stringMatching(/^Check the ids\./) });
    expect(requestLines(platform)).toEqual([RETRY, PROBE]);
  });
});

describe("a force retry with a fault", () => {
  const LOST =
    "The retry may have been started: if so, the platform answers the next retry that an attempt is in progress.";

  test.each(["reset-after", "reset-before"])(
    "is not sent again when its connection breaks, because it may have been processed: %s",
    async (fault) => {
      const platform = await startWith("failed");
      platform.faults.add(`${fault}@POST /cdn/sslData/{cert_id}/force-retry`);
      const error = await failure();
      expect(error.status).toBeUndefined();
      expect(error.advice).toBe(LOST);
      expect(requestLines(platform)).toEqual([RETRY]);
    },
  );

  test("is sent again if it was certainly not received", async () => {
    pointTo({ url: await closedAddress() });
    const error = await failure();
    expect(error.mayHaveTakenEffect).toBe(false);
    expect(error.message).toMatch(
      /^POST \/cdn\/sslData\/321\/force-retry failed: no connection to the platform/,
    );
    expect(error.advice).not.toContain(LOST);
  });
});
