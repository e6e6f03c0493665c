import { afterEach, describe, expect, test } from "@jest/globals";
import { forceRetryCertificate, type PlatformError } from "../../../../sdk/src";
import type { CertificateState, Simulator } from "../../../../simulator/src";
import { closedAddress } from "../../../support/scripted-server";
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
