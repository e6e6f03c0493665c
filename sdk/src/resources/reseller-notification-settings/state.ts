import type { LongId } from "../../api/ids";
import type { NotificationSettingsBody, NotificationSettingsRecord } from "../../api/resellers";
import type { SettingsInputs } from "./schema";

/** What the state holds of notification settings. What a deployment cannot tell is as it is declared. */
export interface SettingsState {
  resellerId: LongId;
  notificationSettingsId: LongId;
  email?: string;
  notificationType?: string;
  enabled?: boolean;
}

export function stateOf(resellerId: LongId, record: NotificationSettingsRecord): SettingsState {
  return {
    resellerId,
    notificationSettingsId: record.id,
    ...(record.email != null && { email: record.email }),
    ...(record.notification_type != null && { notificationType: record.notification_type }),
    ...(record.enabled != null && { enabled: record.enabled }),
  };
}

/** The state where the platform cannot be asked. */
export function declaredState(
  { notificationSettingsId, ...declared }: SettingsInputs,
  id: LongId,
): SettingsState {
  return { ...declared, notificationSettingsId: id } as SettingsState;
}

/** The same address, as a platform may keep it in another case than it was given. */
export function addressOf(email: string | undefined): string | undefined {
  return email?.toLowerCase();
}

/** The settings as the platform takes them, whole: what is not declared stays as it is. */
export function bodyOf(
  inputs: Partial<SettingsInputs>,
  state: Partial<SettingsState> = {},
): NotificationSettingsBody {
  const { email = state.email, notificationType = state.notificationType, enabled = state.enabled } = inputs;
  return {
    email: email as string,
    notification_type: notificationType as string,
    ...(enabled !== undefined && { enabled }),
  };
}
