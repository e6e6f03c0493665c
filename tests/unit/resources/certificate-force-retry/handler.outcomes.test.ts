import { describe, expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/certificate-force-retry/handler";
import { requestsWithQuery } from "../../../support/handler-setup";
import { InProcessResource } from "../../../support/in-process-resource";
import { KEY } from "../../../support/platform";
import { closedAddress, isProbe, PROBE } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import { RETRY, setUp, setUpFaulty, setUpScripted, startWith } from "./setup";

const WWW = { certId: 321 };

const refusing = (certificate: unknown) =>
  setUpScripted(() => ({ status: 400, body: { errors: { certificate } } }));

describe("a refusal that is not an error", () => {
  test("for an attempt in progress", async () => {
    const { platform, resource } = await startWith("in progress");
    expect(await resource.up(WWW)).toBe("create");
    expect(requestsWithQuery(platform)).toEqual([RETRY]);
    expect(resource.outputs).toEqual({
      ...WWW,
      outcome: "inProgress",
      message:
        "Force retry is not allowed until the current issuing attempt is in progress. Please wait until it ends.",
    });
    expect(platform.certificates.get(321)?.forceRetries).toBe(0);
  });

  test("for an issued certificate", async () => {
    const { resource } = await startWith("completed");
    await resource.up(WWW);
    expect(resource.outputs).toEqual({
      ...WWW,
      outcome: "completed",
      message: "The certificate issuance process has already been completed.",
    });
  });

  test.each([
    [
      "Force retry is not allowed until the current issuing attempt is in progress. Please wait 5 minutes.",
      "inProgress",
    ],
    ["ISSUANCE IN PROGRESS", "inProgress"],
    ["The current attempt is still running", "inProgress"],
    ["Issuance is not completed yet", "inProgress"],
    ["Issuing has not finished, please wait", "inProgress"],
    ["The issuance hasn't finished yet", "inProgress"],
    ["The issuance of the certificate is currently in progress", "inProgress"],
    ["The issuance of the certificate for www.example.com is in progress", "inProgress"],
    ["Please wait until the current issuing attempt ends.", "inProgress"],
    ["Please wait for the certificate issuance to finish.", "inProgress"],
    ["The certificate is already being issued.", "inProgress"],
    ["The certificate issuance process has already been completed.", "completed"],
    ["Issuance completed", "completed"],
    ["certificate is already issued", "completed"],
    ["Certificate was already been issued.", "completed"],
  ])("with another wording: %s", async (sentence, outcome) => {
    const { resource } = await refusing([sentence]);
    await resource.up(WWW);
    expect(resource.outputs).toEqual({ ...WWW, outcome, message: sentence });
  });

  test.each<[string, object | string]>([
    ["a text in place of a list", { errors: { certificate: "An attempt is in progress." } }],
    ["another field", { errors: { detail: ["An attempt is in progress."] } }],
    ["no field", { message: "An attempt is in progress." }],
    ["no JSON", "An attempt is in progress."],
  ])("in another form: %s", async (_, body) => {
    const { resource } = await setUpScripted(() => ({ status: 400, body }));
    await resource.up(WWW);
    expect(resource.outputs).toEqual({
      ...WWW,
      outcome: "inProgress",
      message: "An attempt is in progress.",
    });
  });

  test("with several messages, all of which are in the log line", async () => {
    const { resource } = await refusing(["An attempt is in progress.", "Try again in an hour."]);
    await resource.up(WWW);
    expect(resource.outputs.message).toBe("An attempt is in progress. Try again in an hour.");
  });

  test.each<[string, object]>([
    ["nothing", { status: 201 }],
    ["an object", { status: 201, body: { id: 321, status: "started" } }],
    ["a word that is no JSON", { status: 201, body: "Created" }],
    ["another status of success", { status: 202 }],
  ])("a start that is answered with %s", async (_, answer) => {
    const { server, resource } = await setUpScripted(() => answer);
    await resource.up(WWW);
    expect(resource.outputs.outcome).toBe("started");
    expect(server.requests.filter((request) => !isProbe(request))).toHaveLength(1);
  });
});

describe("a refusal that is an error", () => {
  const ATTACH = "[certificate-not-attached]\nAttach the certificate to a CDN resource and run again.";
  const AUTOMATED =
    "[certificate-not-automated]\nOnly certificates that the platform issues automatically can be retried: renew this one where it comes from, and upload it.";

  test.each([
    ["not attached", "Certificate is not attached to a resource.", ATTACH],
    [
      "not automated",
      "Force retry is not allowed for certificates that are not issued automatically.",
      AUTOMATED,
    ],
  ] as const)("for a certificate that is %s", async (state, sentence, advice) => {
    const { platform, resource } = await startWith(state);
    expect((await failureOf(resource.up(WWW))).message).toBe(
      `${RETRY} was answered 400: certificate: ${sentence} (request id ${platform.requests[0]?.requestId}) ${advice}`,
    );
    expect(resource.state).toBeUndefined();
    expect(requestsWithQuery(platform)).toEqual([RETRY]);
  });

  test.each([
    ["Certificate is not attached to a resource.", ATTACH],
    ["certificate isn't attached to any CDN resource", ATTACH],
    ["The certificate has not been assigned to a resource yet", ATTACH],
    ["UNATTACHED CERTIFICATE", ATTACH],
    ["The certificate is not used by a resource; issuance cannot be completed", ATTACH],
    ["Force retry is not allowed for non-Let's Encrypt certificates.", AUTOMATED],
    ["Only automated certificates can be retried", AUTOMATED],
    ["Force retry is not supported for uploaded certificates", AUTOMATED],
    ["Certificate is not automatically issued", AUTOMATED],
  ])("with another wording: %s", async (sentence, rest) => {
    const { resource } = await refusing([sentence]);
    const { message } = await failureOf(resource.up(WWW));
    expect(message).toBe(`${RETRY} was answered 400: certificate: ${sentence} ${rest}`);
    expect(resource.state).toBeUndefined();
  });

  test.each([
    "Something that nobody has thought of",
    "Please wait for support.",
    "Please wait for IT support",
    "Please wait until your account is verified.",
    "The review of your account is in progress",
    "The payment is still pending",
    "The verification of the domain has not been completed",
    "No issuing attempt is in progress",
    "Force retry is not possible while maintenance is in progress",
    "Your request cannot be completed",
    "The issuance cannot be completed",
    "Issuance completed with errors",
    "The setup of the account must be completed first",
    "An invoice was already issued",
    "Force retry is not allowed for suspended accounts",
  ])("of another cause, also if it has words of a known one: %s", async (sentence) => {
    const { resource } = await refusing([sentence]);
    const { message } = await failureOf(resource.up(WWW));
    expect(message).toBe(
      `${RETRY} was answered 400: certificate: ${sentence} [bad-request]\nCorrect what the platform names above and run again.`,
    );
    expect(resource.state).toBeUndefined();
  });

  test("for a spent allowance, after one request, because waiting does not help", async () => {
    const { platform, resource } = await startWith("failed");
    platform.certificates.spendRetries(321);
    const { message } = await failureOf(resource.up(WWW));
    expect(message).toMatch(
      / was answered 429: certificate: The allowed number of force retries of the certificate has been exceeded\. .*\[certificate-retry-limit\]\n/,
    );
    expect(message.split("\n").at(-1)).toBe(
      "The allowance of force retries of this certificate is spent; its period is not published. Wait before the next attempt, " +
        "and meanwhile check that the domain points to the platform, which is why most attempts fail.",
    );
    expect(requestsWithQuery(platform)).toEqual([RETRY]);
    expect(resource.state).toBeUndefined();
  });

  test("for a spent allowance, also if the platform sends Retry-After", async () => {
    const { server, resource } = await setUpScripted(() => ({
      status: 429,
      headers: { "retry-after": "5" },
    }));
    expect((await failureOf(resource.up(WWW))).message).toContain("The allowance of force retries");
    expect(server.requests.filter((request) => !isProbe(request))).toHaveLength(1);
  });

  test("for a certificate that does not exist", async () => {
    const { platform, resource } = await setUp();
    const { message } = await failureOf(resource.up(WWW));
    expect(message).toMatch(
      / was answered 404: certificate: Certificate 321 was not found\..*\nCheck the ids\./,
    );
    expect(requestsWithQuery(platform)).toEqual([RETRY, PROBE]);
    expect(resource.state).toBeUndefined();
  });

  test("for a spent allowance after a changed trigger: the state keeps the last outcome, and the next run sends the request again", async () => {
    const { platform, resource } = await startWith("failed");
    await resource.up({ ...WWW, triggers: [1] });
    platform.certificates.fail(321);
    platform.certificates.spendRetries(321);
    await failureOf(resource.up({ ...WWW, triggers: [2] }));
    expect(resource.outputs).toMatchObject({ triggers: [1], outcome: "started" });
    platform.clearRequests();
    await failureOf(resource.up({ ...WWW, triggers: [2] }));
    expect(requestsWithQuery(platform)).toEqual([RETRY]);
  });
});

describe("a request with an unknown result", () => {
  const MAY_HAVE =
    "The retry may have been started: if so, the platform answers the next retry that an attempt is in progress.";

  test.each(["lose the reply", "break"] as const)(
    "is not repeated, and the error says that a retry may have been started: %s",
    async (fault) => {
      const { resource, proxy, platform } = await setUpFaulty(() => fault);
      platform.certificates.add({ id: 321, state: "failed" });
      const { message } = await failureOf(resource.up(WWW));
      expect(message).toMatch(/^POST \/cdn\/sslData\/321\/force-retry failed: the connection broke/);
      expect(message).toContain(MAY_HAVE);
      expect(message).not.toContain("the next run checks this");
      expect(proxy.requests).toHaveLength(1);
      expect(resource.state).toBeUndefined();
    },
  );

  test("is reported by the next run, which starts no second attempt", async () => {
    let broken = true;
    const { resource, platform } = await setUpFaulty(() => (broken ? "lose the reply" : undefined));
    platform.certificates.add({ id: 321, state: "failed" });
    await failureOf(resource.up(WWW));
    broken = false;
    await resource.up(WWW);
    expect(resource.outputs.outcome).toBe("inProgress");
    expect(platform.certificates.get(321)?.forceRetries).toBe(1);
  });

  test.each([500, 502, 503, 504])(
    "because the platform replied with %i is not repeated either",
    async (status) => {
      const { server, resource } = await setUpScripted(() => ({
        status,
        body: { message: "Out of order." },
      }));
      const { message } = await failureOf(resource.up(WWW));
      expect(message).toContain(
        `was answered ${status}: Out of order. [certificate-retry-uncertain]\n${MAY_HAVE}`,
      );
      expect(server.requests.filter((request) => !isProbe(request))).toHaveLength(1);
    },
  );

  test("is repeated if it was not sent, and is not an outcome", async () => {
    const resource = new InProcessResource(handler, { baseUrl: await closedAddress(), apiKey: KEY });
    const { message } = await failureOf(resource.up(WWW));
    expect(message).toContain("no connection to the platform");
    expect(message).not.toContain(MAY_HAVE);
    expect(resource.clock.pauses.length).toBeGreaterThan(1);
  });
});
