import { afterEach, describe, expect, test } from "@jest/globals";
import { forceRetryCertificate, type PlatformError } from "../../../../sdk/src";
import type { CertificateState, Simulator } from "../../../../simulator/src";
import { closedAddress, PROBE } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import { pointTo, requestLines, setUp, setUpScripted, tearDown } from "../setup";

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

  test("of a certificate that is not issued automatically fails, and the error says what to do", async () => {
    await startWith("not automated");
    expect(await failure()).toMatchObject({
      status: 400,
      reason: "certificate: Force retry is not allowed for certificates that are not issued automatically.",
      advice:
        "Only certificates that the platform issues automatically can be retried: renew this one where it comes from, and upload it.",
    });
  });

  test("beyond the allowance fails, and is sent once, because waiting does not help", async () => {
    const platform = await startWith("failed");
    platform.certificates.spendRetries(321);
    const error = await failure();
    expect(error).toMatchObject({ status: 429 });
    expect(error.advice).toMatch(
      /^The allowance of force retries of this certificate is spent; its period is not published\. .*check that the domain points to the platform/,
    );
    expect(requestLines(platform)).toEqual([RETRY]);
  });

  test("of a certificate that does not exist fails", async () => {
    const platform = await setUp();
    expect(await failure()).toMatchObject({ status: 404, advice: expect.stringMatching(/^Check the ids\./) });
    expect(requestLines(platform)).toEqual([RETRY, PROBE]);
  });
});

describe("another wording of the platform's message", () => {
  test.each<[sentence: string, outcome: string]>([
    ["issuance in progress error", "inProgress"],
    ["An issuance attempt is still running.", "inProgress"],
    ["The previous attempt has not been completed yet.", "inProgress"],
    ["ISSUING IS IN PROGRESS, PLEASE WAIT", "inProgress"],
    ["issuance already completed error", "completed"],
    ["Force retry is not allowed: the issuance has been completed.", "completed"],
    ["The certificate was already issued", "completed"],
  ])("%s: %s", async (sentence, outcome) => {
    await startWith("completed", sentence);
    expect(await forceRetryCertificate({ certId: 321 })).toEqual({ certId: 321, outcome, message: sentence });
  });

  test.each<[sentence: string, advice: RegExp]>([
    ["Force retry is not allowed: the certificate isn't attached to any resource", /^Attach the certificate/],
    ["Certificate not used: issuance cannot be completed", /^Attach the certificate/],
    ["An unattached certificate", /^Attach the certificate/],
    [
      "Force retry is not allowed for non-Let's Encrypt certificates.",
      /^Only certificates that the platform/,
    ],
    ["Only automated certificates can be retried", /^Only certificates that the platform/],
    ["This certificate does not suit us.", /^Correct what the platform names above/],
  ])("%s", async (sentence, advice) => {
    await startWith("not attached", sentence);
    expect(await failure()).toMatchObject({
      status: 400,
      fields: { certificate: [sentence] },
      advice: expect.stringMatching(advice),
    });
  });

  test("in an error of another form", async () => {
    await setUpScripted(() => ({ status: 400, body: { message: "The attempt is in progress." } }));
    expect(await forceRetryCertificate({ certId: 321 })).toEqual({
      certId: 321,
      outcome: "inProgress",
      message: "The attempt is in progress.",
    });
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

  test("that was processed is reported by the next call", async () => {
    const platform = await startWith("failed");
    platform.faults.add("reset-after@POST /cdn/sslData/{cert_id}/force-retry#1");
    await failure();
    expect(await forceRetryCertificate({ certId: 321 })).toMatchObject({ outcome: "inProgress" });
    expect(platform.certificates.get(321)?.forceRetries).toBe(1);
  });

  test("is not sent again after an internal error of the platform", async () => {
    const platform = await startWith("failed");
    platform.faults.add("status:code=503@POST /cdn/sslData/{cert_id}/force-retry");
    expect((await failure()).advice).toBe(LOST);
    expect(requestLines(platform)).toEqual([RETRY]);
  });

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
