import { afterEach, expect, test } from "@jest/globals";
import type { CertificateState, SimulatorOptions } from "../../../simulator/src";
import { closeAll, start } from "../../../simulator/testing/client";

afterEach(closeAll);

const forceRetry = (id: number | string): string => `/cdn/sslData/${id}/force-retry`;
const status = (id: number | string): string => `/cdn/sslData/${id}/status`;
const obstacles: [CertificateState, string][] = [
  ["in progress", "in progress. Please wait"],
  ["completed", "already been completed"],
  ["not attached", "not attached to a resource"],
  ["not automated", "not issued automatically"],
];

/** A platform with a certificate whose issuance has failed. */
async function startWithFailed(options?: SimulatorOptions) {
  const { sim, call } = await start(options);
  sim.certificates.add({ id: 7, state: "failed" });
  return { sim, call };
}

test("a force retry starts another attempt for a failed certificate, and is answered without a body", async () => {
  const { sim, call } = await startWithFailed();
  const answer = await call("POST", forceRetry(7));
  expect([answer.status, answer.text]).toEqual([201, ""]);
  expect(sim.certificates.get(7)).toMatchObject({ state: "in progress", forceRetries: 1 });
});

test.each(obstacles)("a force retry of a certificate in the state %s is refused", async (state, sentence) => {
  const { sim, call } = await start();
  sim.certificates.add({ id: 7, state });
  const body = { errors: { certificate: [expect.stringContaining(sentence)] } };
  expect(await call("POST", forceRetry(7))).toMatchObject({ status: 400, body });
  expect(sim.certificates.get(7)).toMatchObject({ state, forceRetries: 0 });
});

test("each certificate has five force retries", async () => {
  const { sim, call } = await start();
  for (const id of [7, 8]) sim.certificates.add({ id, state: "failed" });
  const statuses: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    statuses.push((await call("POST", forceRetry(7))).status);
    if (statuses.at(-1) === 201) sim.certificates.fail(7);
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  expect((await call("POST", forceRetry(8))).status).toBe(201);
});

const ten = Date.UTC(2026, 10, 21, 10);
const at = (minutes: number): string => new Date(ten + minutes * 60_000).toISOString();

async function retried() {
  let minutes = 0;
  const { sim, call } = await startWithFailed({ now: () => ten + minutes * 60_000 });
  minutes = 1;
  await call("POST", forceRetry(7));
  minutes = 2;
  return { sim, issuance: async () => (await call("GET", status(7))).body };
}

const failed = {
  id: 1,
  status: "Failed",
  error: "The domain could not be verified.",
  details: "",
  created: at(0),
  retry_after: null,
};

test("the status of an issuance shows the earlier attempt during another one", async () => {
  const { issuance } = await retried();
  expect(await issuance()).toEqual({
    id: expect.any(Number),
    active: true,
    attempts_count: 2,
    started: at(1),
    finished: null,
    next_attempt_time: null,
    latest_status: failed,
    statuses: [failed],
  });
});

test("the status of an issuance changes after its time", async () => {
  let now = ten;
  const { sim, call } = await startWithFailed({ now: () => now, issuanceTime: 60_000 });
  await call("POST", forceRetry(7));
  now += 59_999;
  expect((await call("GET", status(7))).body).toMatchObject({ active: true, finished: null });
  now += 60_000;
  expect((await call("GET", status(7))).body).toMatchObject({
    active: false,
    finished: at(1),
    latest_status: { status: "Done" },
  });
  expect(sim.certificates.all()).toMatchObject([{ state: "completed" }]);
  expect((await call("POST", forceRetry(7))).status).toBe(400);
});
