import { CERTIFICATES } from "./certificates";
import { SETTINGS } from "./configuration";
import type { ErrorDefinition, ReplyErrorDefinition } from "./define-error";
import { EDGE_GROUPS } from "./edge-groups";
import { FUNCTIONS } from "./functions";
import { INPUTS } from "./inputs";
import { INSTALLATION } from "./installation";
import { QUOTAS } from "./quotas";
import { REPLIES } from "./replies";
import { RESELLERS } from "./resellers";
import { ROUTERS } from "./routers";
import { TASKS } from "./tasks";

interface Chapter {
  title: string;
  entries: Record<string, ErrorDefinition<never> | ReplyErrorDefinition>;
}

/** Every error that a user can get, in the order of docs/errors.md. */
export const CATALOGUE: Chapter[] = [
  { title: "Installation", entries: INSTALLATION },
  { title: "Configuration", entries: SETTINGS },
  { title: "Inputs", entries: INPUTS },
  { title: "Requests", entries: REPLIES },
  { title: "Tasks and waiting", entries: TASKS },
  { title: "Router", entries: ROUTERS },
  { title: "QuotaNotificationThreshold and QuotaLimitRequest", entries: QUOTAS },
  { title: "EdgeGroupMembership", entries: EDGE_GROUPS },
  { title: "ResellerNotificationSettings", entries: RESELLERS },
  { title: "Certificates", entries: CERTIFICATES },
  { title: "Functions", entries: FUNCTIONS },
];
