import "./check-node";

export type { AnalyticsAnswering, AnalyticsHandle } from "./areas/analytics";
export type { AnalyticsAnswer, AnalyticsError, AnalyticsRequest } from "./areas/analytics/query";
export type { CertificateAddition, CertificateChange, CertificatesHandle } from "./areas/certificates/handle";
export type { IssuanceStatus } from "./areas/certificates/issuance";
export type {
  AttemptStatus,
  CertificateRecord,
  CertificateState,
  IssuanceAttempt,
} from "./areas/certificates/record";
export type { EdgeGroupsHandle } from "./areas/edge-groups/handle";
export type { LimitRequestAddition, QuotasHandle, SentMail } from "./areas/quotas/handle";
export type { LastMessage, QuotaEntry, SaidMessage } from "./areas/quotas/message";
export type { LimitRequestRecord, LimitRequestStatus, RequestedLimits } from "./areas/quotas/requests";
export type { ThresholdRecord } from "./areas/quotas/thresholds";
export type { NotificationSettingAddition, ResellersHandle } from "./areas/resellers/handle";
export type {
  NotificationSettingChange,
  NotificationSettingRecord,
  NotificationType,
} from "./areas/resellers/record";
export type { RouterAddition, RoutersHandle } from "./areas/routers/handle";
export type { ExternalGateway, FixedIp, Route, RouterInterface, RouterRecord } from "./areas/routers/record";
export type { RouterChange } from "./areas/routers/store";
export type {
  AiTaskAddition,
  StreamingHandle,
  SubtitleAddition,
  VideoAddition,
} from "./areas/streaming/handle";
export type {
  AiTaskData,
  AiTaskRecord,
  ProcessingTime,
  Subtitle,
  VideoRecord,
} from "./areas/streaming/record";
export type { SubnetsHandle } from "./areas/subnets";
export type { TasksHandle } from "./areas/tasks/handle";
export type { Int64, Int64Like } from "./core/int64";
export type { Subnet, SubnetDeclaration } from "./core/subnets";
export type { FaultsHandle } from "./faults/handle";
export type { Fault, FaultKind, FaultRule, When } from "./faults/rule";
export type { RequestFilter, RequestRecord } from "./http/recorder";
export type { Mode, SimulatorOptions, TaskPath, TaskTime } from "./options";
export { type Simulator, startSimulator } from "./simulator";
export type { TaskRecord, TaskState } from "./tasks/record";
