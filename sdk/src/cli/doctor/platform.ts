import { Accounts } from "../../platform/accounts";
import type { ConfigSource } from "../../platform/configuration";
import type { Platform } from "../../platform/platform";
import { loadHandlers } from "../../resources/handlers";
import { systemClock } from "../../util/clock";
import { formatDuration } from "../../util/duration";
import { type Check, ok, problem, warning } from "./check";
import { DOCTOR } from "./errors";
import { type Availability, availabilityOf } from "./operations";

/** The time for all checks of the platform. */
const TIMEOUT_MS = 60_000;

/** A clock that is off by more makes times of tasks and of certificates wrong. */
const MAX_CLOCK_DIFFERENCE_MS = 30_000;

/** Without retries an unreachable platform is reported soon. */
const OVERRIDES: Record<string, string> = { "cloudplatform:maxRetries": "0" };

/** The checks that send requests. */
export async function checkPlatform(settings: ConfigSource): Promise<Check[]> {
  const source: ConfigSource = { get: (key) => OVERRIDES[key] ?? settings.get(key) };
  const platform = new Accounts(systemClock).get(source);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const server = await checkServer(platform, signal);
    const operations = server.level === "ok" ? await checkOperations(platform, signal) : [];
    return [server, ...operations, ...clockChecks(localLeadOf(platform))];
  } finally {
    await platform.close();
  }
}

async function checkServer(platform: Platform, signal: AbortSignal): Promise<Check> {
  const subject = "platform";
  const { baseUrl } = platform.configuration;
  const { isApi, failure } = await platform.api.evidence.server.check(signal);
  const reason = failure?.summary ?? "";
  if (!isApi) return problem(subject, DOCTOR.notTheApi.error({ baseUrl, reason }));
  if (failure?.status === 401) return problem(subject, DOCTOR.keyRefused.error({ baseUrl, reason }));
  return ok(subject, `${baseUrl} is the platform's API${failure ? "" : ", and accepts the key"}`);
}

async function checkOperations(platform: Platform, signal: AbortSignal): Promise<Check[]> {
  const reader = platform.apiFor({ signal });
  const probes = loadHandlers().flatMap(({ type, identity: { probe } = { id: {} } }) =>
    probe ? [{ type, probe }] : [],
  );
  return Promise.all(
    probes.map(async ({ type, probe }) =>
      operationCheck(type, probe.name, await availabilityOf(reader, probe)),
    ),
  );
}

function operationCheck(resource: string, name: string, availability: Availability): Check {
  switch (availability.is) {
    case "available":
      return ok(resource, `can be read (${name})`);
    case "missing":
      return warning(resource, DOCTOR.operationMissing.error({ name }));
    case "refused":
      return warning(resource, DOCTOR.operationRefused.error({ name, ...availability }));
    case "unclear":
      return warning(resource, DOCTOR.operationUnclear.error({ name, ...availability }));
  }
}

/** How far the local clock is ahead of the platform's, in milliseconds; undefined if no reply had a date. */
function localLeadOf(platform: Platform): number | undefined {
  const now = platform.now();
  return now === undefined ? undefined : systemClock.wallTime() - now;
}

/** None if the difference is unknown. */
export function clockChecks(localLeadMs: number | undefined): Check[] {
  if (localLeadMs === undefined) return [];
  const subject = "clock";
  const longest = formatDuration(MAX_CLOCK_DIFFERENCE_MS);
  if (Math.abs(localLeadMs) <= MAX_CLOCK_DIFFERENCE_MS)
    return [ok(subject, `within ${longest} of the platform's`)];
  const difference = formatDuration(Math.round(Math.abs(localLeadMs) / 1000) * 1000);
  const direction = localLeadMs > 0 ? "ahead of" : "behind";
  return [warning(subject, DOCTOR.clock.error({ difference, direction }))];
}
