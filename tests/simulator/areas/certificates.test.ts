import { afterEach, expect, test } from "@jest/globals";
import type { SimulatorOptions } from "../../../simulator/src";
import { closeAll, start } from "../../../simulator/testing/client";

afterEach(closeAll);

const forceRetry = (id: number | string): string => `/cdn/sslData/${id}/force-retry`;
const status = (id: number | string): string => `/cdn/sslData/${id}/status`;

/** A platform with a certificate whose issuance has failed. */
async function startWithFailed(options?: SimulatorOptions) {
  const { sim, call } = await start(options);
  sim.certificates.add({ id: 7, state: "failed" });
  return { sim, call };
}

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

const failed = {
  id: 1,
  status: "Failed",
  error: "The domain could not be verified.",
  details: "",
  created: at(0),
  retry_after: null,
};

test("the status of an issuance shows the earlier attempt during another one", async () => {
  let minutes = 0;
  const { call } = await startWithFailed({ now: () => ten + minutes * 60_000 });
  minutes = 1;
  await call("POST", forceRetry(7));
  minutes = 2;
  expect((await call("GET", status(7))).body).toEqual({
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
