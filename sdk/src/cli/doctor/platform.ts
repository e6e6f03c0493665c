import { Accounts } from "../../platform/accounts";
import type { ConfigSource } from "../../platform/configuration";
import type { Platform } from "../../platform/platform";
import { handlerLoaders } from "../../resources/handlers";
import { systemClock } from "../../util/clock";
import { type Check, ok, problem, warning } from "./check";
import { DOCTOR } from "./errors";
import { type Availability, availabilityOf, readOperationOf } from "./operations";

/** The time for all checks of the platform. */
const TIMEOUT_MS = 60_000;

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
    return [server, ...operations];
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
  const checks = [...handlerLoaders.keys()].flatMap((type) => {
    const operation = readOperationOf(type);
    return operation ? [operationCheck(type, operation.name, availabilityOf(reader, operation))] : [];
  });
  return Promise.all(checks);
}

async function operationCheck(resource: string, name: string, found: Promise<Availability>): Promise<Check> {
  const availability = await found;
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
