import type { Call } from "./call";

/** An operation of the API that this package sends. */
export interface Operation {
  /** `GET /cloud/v1/routers/{project_id}/{region_id}`, as the pages have it. */
  name: string;
  /** The interface documents it, so each deployment has it. */
  isDocumented: boolean;
  /** The resources and functions that send it. */
  users: readonly string[];
}

const documented = (name: string, ...users: string[]): Operation => ({ name, isDocumented: true, users });
const other = (name: string, ...users: string[]): Operation => ({ name, isDocumented: false, users });

/** All operations. docs/interface.md has them with what they are for. */
export const OPERATIONS: readonly Operation[] = [
  documented("POST /cdn/sslData/{cert_id}/force-retry", "CertificateForceRetry", "forceRetryCertificate"),
  documented("POST /cdn/advanced/v2/query", "queryAnalytics"),
  documented("POST /fastedge/v1/admin/groups/{group_id}/client/{client_id}", "EdgeGroupMembership"),
  other("DELETE /fastedge/v1/admin/groups/{group_id}/client/{client_id}", "EdgeGroupMembership"),
  other("GET /fastedge/v1/admin/clients", "EdgeGroupMembership"),
  documented("POST /cloud/v2/limits_request", "QuotaLimitRequest"),
  other("GET /cloud/v2/limits_request", "QuotaLimitRequest"),
  other("GET /cloud/v2/limits_request/{request_id}", "QuotaLimitRequest"),
  other("DELETE /cloud/v2/limits_request/{request_id}", "QuotaLimitRequest"),
  documented("PUT /cloud/v2/client_quotas/{client_id}/notification_threshold", "QuotaNotificationThreshold"),
  other("GET /cloud/v2/client_quotas/{client_id}/notification_threshold", "QuotaNotificationThreshold"),
  other("DELETE /cloud/v2/client_quotas/{client_id}/notification_threshold", "QuotaNotificationThreshold"),
  other("GET /iam/reselling/resellers/{resellerId}/notification_settings", "ResellerNotificationSettings"),
  other("POST /iam/reselling/resellers/{resellerId}/notification_settings", "ResellerNotificationSettings"),
  other(
    "GET /iam/reselling/resellers/{resellerId}/notification_settings/{notificationSettingsId}",
    "ResellerNotificationSettings",
  ),
  other(
    "PUT /iam/reselling/resellers/{resellerId}/notification_settings/{notificationSettingsId}",
    "ResellerNotificationSettings",
  ),
  documented(
    "DELETE /iam/reselling/resellers/{resellerId}/notification_settings/{notificationSettingsId}",
    "ResellerNotificationSettings",
  ),
  other("POST /cloud/v1/routers/{project_id}/{region_id}", "Router"),
  other("GET /cloud/v1/routers/{project_id}/{region_id}", "Router", "getRouter", "getRouters"),
  other("GET /cloud/v1/routers/{project_id}/{region_id}/{router_id}", "Router", "getRouter"),
  documented("PATCH /cloud/v2/routers/{project_id}/{region_id}/{router_id}", "Router"),
  other("DELETE /cloud/v1/routers/{project_id}/{region_id}/{router_id}", "Router"),
  other("POST /cloud/v1/routers/{project_id}/{region_id}/{router_id}/attach", "Router"),
  other("POST /cloud/v1/routers/{project_id}/{region_id}/{router_id}/detach", "Router"),
  documented("GET /v1/tasks/{task_id}", "Router", "getTask"),
  other("GET /cloud/v1/tasks/{task_id}", "Router", "getTask"),
  other("GET /cloud/v1/tasks", "Router"),
  documented("GET /streaming/ai/tasks", "getAiTasks", "paginateAiTasks"),
  documented("GET /streaming/videos/{video_id}/subtitles", "getVideoSubtitles"),
];

const forms = OPERATIONS.map((operation) => ({
  operation,
  form: new RegExp(`^${operation.name.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** The operation of a request. */
export function operationOf({ method, path }: Pick<Call, "method" | "path">): Operation | undefined {
  return forms.find(({ form }) => form.test(`${method} ${path}`))?.operation;
}
