import type { Call, GetCall } from "../http/call";
import type { ErrorForm } from "../http/error-body";
import { operationOf } from "../http/operations";

/** A part of the API, with its own server behind the gateway. */
export interface Area {
  /** The beginnings of its paths. */
  under: readonly string[];
  /** The form of its errors. A gateway in front of the API has others. */
  errors: ErrorForm;
  /** The form of the 404 that it documents for an object that does not exist. */
  notFound?: ErrorForm;
  /** GET requests that show whether the area answers, beside the call that needs this. */
  probes(path: string): GetCall[];
  /** A list that has no parent: if it is answered, a "not found" of another list is not that of the whole area. */
  list?: GetCall;
  /** A probe is a documented operation, so each deployment answers it. */
  isProvable?: true;
}

/** The id of no task. */
const NO_TASK = "00000000-0000-0000-0000-000000000000";

const TASKS: GetCall = { path: "/cloud/v1/tasks", query: { limit: 1 } };

/** A documented GET that needs no id. */
export const AI_TASKS: GetCall = { path: "/streaming/ai/tasks", query: { limit: 1 } };

const AREAS: readonly Area[] = [
  {
    under: ["/cloud/", "/v1/"],
    errors: "class",
    notFound: "class",
    probes: () => [{ path: `/v1/tasks/${NO_TASK}` }, TASKS],
    list: TASKS,
    isProvable: true,
  },
  {
    under: ["/fastedge/"],
    errors: "error",
    notFound: "empty",
    probes(path) {
      const [, group = 1, client = 1] = /\/groups\/(\d+)\/client\/(\d+)/.exec(path) ?? [];
      return [{ path: "/fastedge/v1/admin/clients", query: { group__incl: group, client_id: client } }];
    },
  },
  {
    under: ["/iam/"],
    errors: "errors",
    notFound: "errors",
    probes(path) {
      const [list = "/iam/reselling/resellers/1/notification_settings"] =
        /^.*\/notification_settings/.exec(path) ?? [];
      return [{ path: list }];
    },
  },
  { under: ["/streaming/"], errors: "status", probes: () => [AI_TASKS], isProvable: true },
  { under: ["/cdn/"], errors: "errors", probes: () => [] },
];

export function areaOf({ path }: Pick<Call, "path">): Area | undefined {
  return AREAS.find(({ under }) => under.some((beginning) => path.startsWith(beginning)));
}

/**
 * Which operations a deployment of the platform has: `full` has all, `documented` only those that the interface documents, and `auto`
 * finds it out.
 */
export type DeploymentSetting = "auto" | "full" | "documented";

export function isDocumented(call: Pick<Call, "method" | "path">): boolean {
  return operationOf(call)?.isDocumented === true;
}
