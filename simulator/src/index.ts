import "./check-node";

export type { AnalyticsAnswering, AnalyticsHandle } from "./areas/analytics";
export type {
  CertificateAddition,
  CertificateChange,
  CertificateRecord,
  CertificateState,
  CertificatesHandle,
} from "./areas/certificates";
export type { EdgeGroupsHandle } from "./areas/edge-groups";
export type { LimitRequestAddition, QuotasHandle, SentMail } from "./areas/quotas";
export type { NotificationSettingAddition, ResellersHandle } from "./areas/resellers";
export type { RouterAddition, RoutersHandle } from "./areas/routers";
export type { RouterChange } from "./areas/routers/store";
export type {
  AiTaskAddition,
  StreamingHandle,
  SubtitleAddition,
  VideoAddition,
  VideoRecord,
} from "./areas/streaming";
export type { SubnetsHandle } from "./areas/subnets";
export type { TasksHandle } from "./areas/tasks";
export type {
  AiTaskData,
  AiTaskQuery,
  AiTaskRecord,
  AnalyticsAnswer,
  AnalyticsRequest,
  Contract,
  CreateBody,
  CreatedResources,
  ErrorForm,
  ExternalGateway,
  FixedIp,
  IssuanceAttempt,
  IssuanceStatus,
  LastMessage,
  LimitRequestRecord,
  LimitRequestStatus,
  NotificationSettingChange,
  NotificationSettingRecord,
  PartialMessage,
  ProcessingTime,
  RequestQuery,
  Route,
  RouterInterface,
  RouterPath,
  RouterRecord,
  SubnetBody,
  Subtitle,
  TaskQuery,
  TaskRecord,
  TaskState,
  ThresholdRecord,
  UpdateBody,
} from "./contract";
export type { Int64, Int64Like } from "./core/int64";
export type { AnyId } from "./core/schemas";
export type { Subnet, SubnetDeclaration } from "./core/subnets";
export type { FaultsHandle } from "./faults/handle";
export type { Fault, FaultKind } from "./faults/kinds";
export type { FaultRule, When } from "./faults/rule";
export type { RequestFilter, RequestRecord } from "./http/recorder";
export type { Mode, SimulatorOptions, TaskPath, TaskTime } from "./options";
export { type Simulator, startSimulator } from "./simulator";
