/**
 * The contract of the API as data: the operations with their requests and replies, and the forms of errors. The simulator checks
 * requests with it, tests check the simulator's replies and the package's requests and parsers with it, and /openapi.json shows it.
 */
export { type AnalyticsAnswer, type AnalyticsError, type AnalyticsRequest, analytics } from "./analytics";
export { certificates, type IssuanceAttempt, type IssuanceStatus } from "./certificates";
export { edgeGroups } from "./edge-groups";
export { type ErrorForm, errorAreas, errorFormOf, errorForms } from "./errors";
export type { Contract } from "./operation";
export {
  type LastMessage,
  type LimitRequestRecord,
  type LimitRequestStatus,
  type PartialMessage,
  type QuotaEntry,
  quotas,
  type ThresholdRecord,
} from "./quotas";
export {
  type NotificationSettingChange,
  type NotificationSettingRecord,
  type NotificationType,
  resellers,
} from "./resellers";
export {
  type ExternalGateway,
  type FixedIp,
  type Route,
  type RouterInterface,
  type RouterRecord,
  routers,
} from "./routers";
export {
  type AiTaskData,
  type AiTaskRecord,
  type ProcessingTime,
  type Subtitle,
  streaming,
} from "./streaming";
export { type TaskRecord, type TaskState, tasks } from "./tasks";
