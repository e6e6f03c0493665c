import type { CertificateAddition } from "../areas/certificates/handle";
import { certificateStates } from "../areas/certificates/record";
import type { RouterAddition } from "../areas/routers/handle";
import { check } from "../core/check";
import { uuid } from "../core/schemas";
import { readThrown } from "../core/thrown";
import { faultRule, type SettledRule } from "../faults/rule";
import { isToken, type TaskPath, type TaskTime } from "../options";
import { parseDuration } from "./duration";
import { UsageError } from "./usage";

/** The values of options: each from its text, or a sentence that says what was expected. */

export function port(text: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number <= 65_535) return number;
  throw new UsageError(`--port must be a number from 0 to 65535, not "${text}".`);
}

export function taskPath(text: string | undefined): TaskPath | undefined {
  if (text === undefined || text === "both" || text === "/v1/tasks" || text === "/cloud/v1/tasks")
    return text;
  throw new UsageError(`--task-path must be both, /v1/tasks or /cloud/v1/tasks, not "${text}".`);
}

export function taskTime(text: string | undefined): TaskTime | undefined {
  if (text === undefined) return undefined;
  const bounds = text.split("-").map(parseDuration);
  const [min, max = min] = bounds;
  if (
    bounds.length <= 2 &&
    !bounds.includes(undefined) &&
    min !== undefined &&
    max !== undefined &&
    min <= max
  ) {
    return { min, max };
  }
  throw new UsageError(`--task-time must look like 5s-10s, 2s, 500ms or 0, not "${text}".`);
}

export function seed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--seed must be an integer, not "${text}".`);
}

export function routerAddition(text: string): RouterAddition {
  const [project = "", region = "", id, ...nameParts] = text.split("/");
  const numbers = [project, region].every(isId);
  if (!numbers || (id !== undefined && !uuid.safeParse(id).success)) {
    throw new UsageError(
      `--router must look like PROJECT/REGION, PROJECT/REGION/UUID or PROJECT/REGION/UUID/NAME, not "${text}".`,
    );
  }
  return {
    projectId: Number(project),
    regionId: Number(region),
    ...(id === undefined ? {} : { id }),
    ...(nameParts.length === 0 ? {} : { name: nameParts.join("/") }),
  };
}

export function certificateAddition(text: string): CertificateAddition {
  const [id = "", wanted] = text.split("/");
  const state = certificateStates.find((each) => each.replace(" ", "-") === wanted);
  if (isId(id) && state !== undefined) return { id: Number(id), state };
  throw new UsageError(`--certificate must look like ID/failed or ID/in-progress, not "${text}".`);
}

export function videoId(text: string): number {
  if (isId(text)) return Number(text);
  throw new UsageError(`--video must be an integer, not "${text}".`);
}

export function fault(text: string): SettledRule {
  try {
    return check(faultRule, text);
  } catch (problem) {
    throw new UsageError(`--fault "${text}" is no fault: ${readThrown(problem).message}`);
  }
}

const tokenVariable = "CLOUDPLATFORM_SIMULATOR_CONTROL_TOKEN";

/** An empty variable is no token: a pipeline sets it for a secret that it does not have. */
export function controlToken(
  option: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const token = option ?? (environment[tokenVariable] || undefined);
  if (token === undefined || isToken(token)) return token;
  const source = option === undefined ? tokenVariable : "--control-token";
  throw new UsageError(`${source} must have at least 8 characters, without spaces and of ASCII.`);
}

function isId(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}
