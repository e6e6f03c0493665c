import { z } from "zod";
import type { Call, Send } from "../http/call";
import { LongId, sameLongId } from "./ids";
import { type Found, find, Lists, listByNext } from "./pages";
import { acceptAnyBody, read } from "./reply";

const Settings = z.object({
  id: LongId,
  email: z.string().nullish(),
  notification_type: z.string().nullish(),
  enabled: z.boolean().nullish(),
});

/** The platform's record of a reseller's subscription to one kind of notification. */
export type NotificationSettingsRecord = z.infer<typeof Settings>;

export interface NotificationSettingsBody {
  email: string;
  notification_type: string;
  enabled?: boolean;
}

/**
 * Notification settings of resellers: the documented
 * `DELETE /iam/reselling/resellers/{resellerId}/notification_settings/{notificationSettingsId}`, and what most
 * deployments have beside it on the same paths.
 */
export class ResellersApi {
  private readonly lists = new Lists();

  constructor(private readonly send: Send) {}

  /** `GET .../notification_settings`, all pages; undefined where settings cannot be listed. */
  list(reseller: LongId, signal: AbortSignal): Promise<NotificationSettingsRecord[] | undefined> {
    const path = base(reseller);
    return this.lists.get(path, () => listByNext(this.send, { path, signal }, Settings));
  }

  /** `GET .../notification_settings/{notificationSettingsId}`. */
  find(reseller: LongId, id: LongId, signal: AbortSignal): Promise<Found<NotificationSettingsRecord>> {
    const call: Call = { method: "GET", path: one(reseller, id), signal };
    return find(
      async () => read(Settings, call, await this.send(call)),
      () => this.list(reseller, signal),
      (settings) => sameLongId(settings.id, id),
    );
  }

  /** `POST .../notification_settings`; undefined where the reply does not tell what was made. */
  async create(
    reseller: LongId,
    body: NotificationSettingsBody,
    signal: AbortSignal,
  ): Promise<NotificationSettingsRecord | undefined> {
    const reply = await this.send({ method: "POST", path: base(reseller), body, signal });
    return Settings.safeParse(reply.body).data;
  }

  /** `PUT .../notification_settings/{notificationSettingsId}`: the whole of it. */
  async replace(
    reseller: LongId,
    id: LongId,
    body: NotificationSettingsBody,
    signal: AbortSignal,
  ): Promise<void> {
    await this.send({ method: "PUT", path: one(reseller, id), body, signal }).catch(acceptAnyBody);
  }

  /** `DELETE .../notification_settings/{notificationSettingsId}`. */
  async delete(reseller: LongId, id: LongId, signal: AbortSignal): Promise<void> {
    await this.send({ method: "DELETE", path: one(reseller, id), signal }).catch(acceptAnyBody);
  }
}

function base(reseller: LongId): string {
  return `/iam/reselling/resellers/${reseller}/notification_settings`;
}

function one(reseller: LongId, id: LongId): string {
  return `${base(reseller)}/${id}`;
}
