export type NotificationType = "deletion_request" | "failed_login";

/** A notification setting of a reseller as the API answers it. */
export interface NotificationSettingRecord {
  readonly id: number;
  readonly reseller: number;
  readonly email: string;
  readonly notification_type: NotificationType;
  readonly enabled: boolean;
}

export type NotificationSettingChange = Partial<Omit<NotificationSettingRecord, "id" | "reseller">>;
