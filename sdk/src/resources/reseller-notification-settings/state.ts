import type { LongId } from "../../platform/api/reply";
import type { NotificationSettingsBody, NotificationSettingsRecord } from "../../platform/api/resellers";
import { omitNullish } from "../../util/json";
import type { SettingsInputs } from "./schema";

/** The state of notification settings. Properties that a deployment does not return have the declared values. */
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
    ...omitNullish({
      email: record.email,
      notificationType: record.notification_type,
      enabled: record.enabled,
    }),
  };
}

/** The state of settings that this deployment cannot read. */
export function declaredState(
  { notificationSettingsId, ...declared }: SettingsInputs,
  id: LongId,
): SettingsState {
  return { ...declared, notificationSettingsId: id } as SettingsState;
}

/** Equal for the same address: a platform may store it in another case. */
export function addressOf(email: string | undefined): string | undefined {
  return email?.toLowerCase();
}

/** The settings as the platform accepts them: as a whole. Omitted inputs are sent as they are. */
export function bodyOf(
  inputs: Partial<SettingsInputs>,
  state: Partial<SettingsState> = {},
): NotificationSettingsBody {
  const { email = state.email, notificationType = state.notificationType, enabled = state.enabled } = inputs;
  return {
    email: email as string,
    notification_type: notificationType as string,
    ...omitNullish({ enabled }),
  };
}
