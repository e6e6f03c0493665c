import { z } from "zod";
import { omitNullish } from "../../util/json";
import type { Call } from "../http/call";
import type { Api } from "./deployment";
import { type Found, find, listByNext } from "./pages";
import { acceptAnyBody, type ChangeResult, LongId, parseBody, sameLongId } from "./reply";

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
 * `DELETE /iam/reselling/resellers/{resellerId}/notification_settings/{notificationSettingsId}`, and the undocumented
 * operations that most deployments have on the same paths.
 */
export class ResellersApi {
  constructor(private readonly api: Api) {}

  /** `GET .../notification_settings`, all pages; undefined if the deployment does not have the operation. */
  list(reseller: LongId): Promise<NotificationSettingsRecord[] | undefined> {
    const path = listPath(reseller);
    return this.api.deployment.list(path, () => listByNext(this.api.send, { path }, Settings));
  }

  /** `GET .../notification_settings/{notificationSettingsId}`. */
  find(reseller: LongId, id: LongId): Promise<Found<NotificationSettingsRecord>> {
    const call: Call = { method: "GET", path: itemPath(reseller, id) };
    return find(
      async () => parseBody(Settings, call, await this.api.send(call)),
      () => this.list(reseller),
      (settings) => sameLongId(settings.id, id),
    );
  }

  /** `POST .../notification_settings`. Without an object if the reply does not contain the created settings. */
  async create(
    reseller: LongId,
    body: NotificationSettingsBody,
  ): Promise<ChangeResult<NotificationSettingsRecord>> {
    const reply = await this.api.send({ method: "POST", path: listPath(reseller), body });
    return { tasks: [], ...omitNullish({ object: Settings.safeParse(reply.body).data }) };
  }

  /** `PUT .../notification_settings/{notificationSettingsId}`: replaces all fields. */
  async replace(reseller: LongId, id: LongId, body: NotificationSettingsBody): Promise<void> {
    await this.api.send({ method: "PUT", path: itemPath(reseller, id), body }).catch(acceptAnyBody);
  }

  /** `DELETE .../notification_settings/{notificationSettingsId}`. */
  async delete(reseller: LongId, id: LongId): Promise<void> {
    await this.api.send({ method: "DELETE", path: itemPath(reseller, id) }).catch(acceptAnyBody);
  }
}

function listPath(reseller: LongId): string {
  return `/iam/reselling/resellers/${reseller}/notification_settings`;
}

function itemPath(reseller: LongId, id: LongId): string {
  return `${listPath(reseller)}/${id}`;
}
