import { expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/certificate-force-retry/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { CertificateState } from "../../../../simulator/src";
import { handlerSetUp, logLines, requestsWithQuery } from "../../../support/handler-setup";
import { InProcessResource } from "../../../support/in-process-resource";
import { KEY } from "../../../support/platform";
import { isProbe, PROBE, type ScriptedReply } from "../../../support/scripted-server";
import { UNKNOWN } from "../../../support/unknown";
import { failureOf } from "../../../support/until";

const { setUp, setUpFaulty, setUpScripted } = handlerSetUp(handler);

const WWW = { certId: 321 };
const RETRY = "POST /cdn/sslData/321/force-retry";

/** The platform with one certificate. */
async function startWith(state: CertificateState) {
  const started = await setUp();
  started.platform.certificates.add({ id: 321, state });
  return started;
}

/** The outcome of a force retry, or the code of its error. */
async function resultOf(resource: InProcessResource): Promise<unknown> {
  const failure = await resource.up(WWW).then(
    () => undefined,
    (error: Error) => error,
  );
  expect(resource.state === undefined).toBe(failure !== undefined);
  return failure ? /\[([a-z-]+)\]/.exec(failure.message)?.[1] : resource.outputs.outcome;
}

const replying = async (reply: ScriptedReply) => {
  const { server, resource } = await setUpScripted(() => reply);
  return { resource, sent: () => server.requests.filter((request) => !isProbe(request)) };
};

test("a creation sends one force retry, by a POST without a body, and a GET checks the server", async () => {
  const { platform, resource } = await startWith("failed");
  expect(await resource.up(WWW)).toBe("create");
  expect(requestsWithQuery(platform)).toEqual([RETRY, PROBE]);
  expect(platform.requests[0]?.body).toBeUndefined();
  expect(platform.certificates.get(321)).toMatchObject({ state: "in progress", forceRetries: 1 });
  expect(resource.state?.id).toBe("321");
  const message = "The issuing process has been started.";
  expect(resource.outputs).toEqual({ ...WWW, outcome: "started", message });
  expect(logLines(resource)).toEqual([]);
});

test("a replacement that the user requests, and a change of certId, send one force retry each", async () => {
  const { platform, resource } = await startWith("failed");
  platform.certificates.add({ id: 322, state: "failed" });
  await resource.up(WWW);
  platform.clearRequests();
  await resource.replaceBy(WWW);
  expect(await resource.up({ certId: 322 })).toBe("replace");
  const retries = requestsWithQuery(platform).filter((request) => request !== PROBE);
  expect(retries).toEqual([RETRY, "POST /cdn/sslData/322/force-retry"]);
  expect(resource.state?.id).toBe("322");
});

test.each<["replace" | "same", string, JsonObject, JsonObject]>([
  ["replace", "a nested value changes", { triggers: { a: [{ b: 1 }] } }, { triggers: { a: [{ b: 2 }] } }],
  ["replace", "the type of a value changes", { triggers: [1] }, { triggers: ["1"] }],
  ["replace", "the order of values changes", { triggers: ["a", "b"] }, { triggers: ["b", "a"] }],
  ["replace", "a value becomes null", { triggers: { a: 1 } }, { triggers: { a: null } }],
  ["replace", "a value that is null is added", { triggers: { a: 1 } }, { triggers: { a: 1, b: null } }],
  ["replace", "a value that was null is removed", { triggers: { a: 1, b: null } }, { triggers: { a: 1 } }],
  ["replace", "the list becomes an object", { triggers: ["a"] }, { triggers: { 0: "a" } }],
  ["replace", "triggers are added", {}, { triggers: ["a"] }],
  ["replace", "a trigger is unknown", { triggers: ["a"] }, { triggers: [UNKNOWN] }],
  ["same", "the order of keys changes", { triggers: { a: 1, b: 2 } }, { triggers: { b: 2, a: 1 } }],
])("a preview shows %s, and sends nothing, if %s", async (step, _, before, after) => {
  const { platform, resource } = await startWith("failed");
  await resource.up({ ...WWW, ...before });
  platform.clearRequests();
  expect(await resource.preview({ ...WWW, ...after })).toBe(step);
  expect(platform.requests).toEqual([]);
});

test.each<[CertificateState, string]>([
  ["in progress", "inProgress"],
  ["completed", "completed"],
  ["not attached", "certificate-not-attached"],
  ["not automated", "certificate-not-automated"],
])("the result of a certificate in the state %s: %s, after one request", async (state, result) => {
  const { platform, resource } = await startWith(state);
  expect(await resultOf(resource)).toBe(result);
  expect(requestsWithQuery(platform)).toEqual([RETRY]);
  expect(platform.certificates.get(321)?.forceRetries).toBe(0);
});

test.each<[string, ScriptedReply]>([
  ["nothing", { status: 201 }],
  ["an object", { status: 201, body: { id: 321, status: "started" } }],
  ["a word that is no JSON", { status: 201, body: "Created" }],
  ["another status of success", { status: 202 }],
])("a retry is started if the reply is %s", async (_, reply) => {
  expect(await resultOf((await replying(reply)).resource)).toBe("started");
});

const ONE = "An attempt is in progress.";

test.each<[string, object | string, string]>([
  ["a list", { errors: { certificate: [ONE, "Try again in an hour."] } }, `${ONE} Try again in an hour.`],
  ["a text in place of a list", { errors: { certificate: ONE } }, ONE],
  ["another field", { errors: { detail: [ONE] } }, ONE],
  ["no field", { message: ONE }, ONE],
  ["no JSON", ONE, ONE],
])("the message has the sentences of a refusal in the form of %s", async (_, body, message) => {
  const { resource } = await replying({ status: 400, body });
  await resource.up(WWW);
  expect(resource.outputs).toEqual({ ...WWW, outcome: "inProgress", message });
});

test.each<[string, string[]]>([
  [
    "inProgress",
    [
      "An issuance attempt is still in progress; wait until it ends.",
      "Force retry is not allowed until the current issuing attempt is in progress. Please wait 5 minutes.",
      "The current attempt is still running",
      "Issuance is not completed yet",
      "The issuance hasn't finished yet",
      "The issuance of the certificate for www.example.com is in progress",
      "Please wait until the current issuing attempt ends.",
      "Please wait for the certificate issuance to finish.",
      "The certificate is already being issued.",
    ],
  ],
  [
    "completed",
    [
      "Issuance process has already been completed.",
      "certificate is already issued",
      "Certificate was already been issued.",
    ],
  ],
  [
    "certificate-not-attached",
    [
      "Certificate is not attached to any resource.",
      "certificate isn't attached to any CDN resource",
      "The certificate has not been assigned to a resource yet",
      "UNATTACHED CERTIFICATE",
      "The certificate is not used by a resource; issuance cannot be completed",
    ],
  ],
  [
    "certificate-not-automated",
    [
      "Certificate is not one issued by the automated authority (force retry not allowed).",
      "Force retry is not allowed for non-Let's Encrypt certificates.",
      "Only automated certificates can be retried",
      "Force retry is not supported for uploaded certificates",
      "Certificate is not automatically issued",
      "This certificate is not issued automatically",
    ],
  ],
  [
    "bad-request",
    [
      "Something that nobody has thought of",
      "Please wait until your account is verified.",
      "The review of your account is in progress",
      "The verification of the domain has not been completed",
      "No issuing attempt is in progress",
      "Force retry is not possible while maintenance is in progress",
      "The issuance cannot be completed",
      "Issuance completed with errors",
      "The setup of the account must be completed first",
      "An invoice was already issued",
      "Force retry is not allowed for suspended accounts",
    ],
  ],
])(
  "the result is %s for the documented and for other wordings of that refusal",
  async (result, sentences) => {
    let certificate: string[] = [];
    const { server } = await setUpScripted(() => ({ status: 400, body: { errors: { certificate } } }));
    for (const sentence of sentences) {
      certificate = [sentence];
      const resource = new InProcessResource(handler, { baseUrl: server.url, apiKey: KEY });
      expect([sentence, await resultOf(resource)]).toEqual([sentence, result]);
    }
  },
);

test("a force retry fails after one request if the allowance is spent, also with Retry-After", async () => {
  const { resource, sent } = await replying({ status: 429, headers: { "retry-after": "5" } });
  expect(await resultOf(resource)).toBe("certificate-retry-limit");
  expect(sent()).toHaveLength(1);
});

test.each([
  "lose the reply",
  "break",
  { status: 500 },
  { status: 502 },
  { status: 503 },
  { status: 504 },
] as const)(
  "a request that may have started a retry is not repeated, and its result is uncertain: %j",
  async (fault) => {
    const { resource, proxy, platform } = await setUpFaulty((request) =>
      isProbe(request) ? undefined : fault,
    );
    platform.certificates.add({ id: 321, state: "failed" });
    const { message } = await failureOf(resource.up(WWW));
    expect(message).toContain("[certificate-retry-uncertain]\nThe retry may have been started");
    expect(message).not.toContain("the next run checks this");
    expect(proxy.requests.filter((request) => !isProbe(request))).toHaveLength(1);
    expect(resource.state).toBeUndefined();
  },
);
