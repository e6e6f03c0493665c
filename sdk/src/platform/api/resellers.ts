import { z } from "zod";
import { camelCaseKeys, snakeCaseKeys } from "../../util/camel";
import { isObject, omitNullish } from "../../util/json";
import { segment } from "../../util/text";
import { namingParent } from "../evidence/answers";
import type { Call } from "../http/call";
import { getParsed } from "../http/parse-body";
import type { Api, Reader } from "./api";
import { find, type LeaveOut, type Listed, listOptional, type Read } from "./pages";
import { type ChangeResult, Id, sameId } from "./reply";

/** The fields that the package knows, or that only the platform sets. */
const KNOWN_FIELDS = ["id", "reseller", "email", "notification_type", "enabled", "created_at", "updated_at"];

function withOthers(record: unknown): unknown {
  if (!isObject(record)) return record;
  const others = Object.entries(record).filter(([name]) => !KNOWN_FIELDS.includes(name));
  return {
    ...(camelCaseKeys(record) as object),
    ...(others.length > 0 && { others: Object.fromEntries(others) }),
  };
}

const Settings = z.preprocess(
  withOthers,
  z.object({
    id: Id,
    email: z.string().nullish(),
    notificationType: z.string().nullish(),
    enabled: z.boolean().nullish(),
    /** Fields that the package does not know, as the platform sent them. */
    others: z.record(z.string(), z.unknown()).optional(),
  }),
);

/** The platform's record of a reseller's subscription to one kind of notification. */
export type NotificationSettingsRecord = z.infer<typeof Settings>;

/** The settings as the platform accepts them: as a whole. */
export type NotificationSettingsBody = Partial<Omit<NotificationSettingsRecord, "id" | "others">>;

/**
 * Reads notification settings of resellers, with undocumented operations that most deployments have. All paths are below
 * `/iam/reselling/resellers/{resellerId}`.
 */
export class ResellersReader {
  constructor(private readonly reader: Reader) {}

  /** `GET .../notification_settings`, all pages; undefined if the deployment does not have the operation. */
  list(reseller: Id, leaveOut?: LeaveOut): Promise<Listed<NotificationSettingsRecord>[] | undefined> {
    const options = { pages: "link", parent: "resellerId", leaveOut } as const;
    return listOptional(this.reader, { path: listPath(reseller) }, Settings, options);
  }

  /** `GET .../notification_settings/{notificationSettingsId}`. */
  find(reseller: Id, id: Id): Promise<Read<NotificationSettingsRecord>> {
    const path = itemPath(reseller, id);
    return find(
      path,
      () => getParsed(this.reader.get, { path }, Settings),
      () => this.list(reseller),
      (settings) => sameId(settings.id, id),
    );
  }
}

/**
 * Changes notification settings of resellers: the documented
 * `DELETE /iam/reselling/resellers/{resellerId}/notification_settings/{notificationSettingsId}`, and the undocumented
 * operations that most deployments have on the same paths.
 */
export class ResellersApi {
  constructor(private readonly api: Api) {}

  /** `POST .../notification_settings`. Without an object if the reply does not contain the created settings. */
  async create(
    reseller: Id,
    body: NotificationSettingsBody,
  ): Promise<ChangeResult<NotificationSettingsRecord>> {
    const path = listPath(reseller);
    const call: Call = { method: "POST", path, body: snakeCaseKeys(body), needsNoBody: true };
    const reply = await this.api.send(call).catch(namingParent("resellerId"));
    return { tasks: [], ...omitNullish({ object: Settings.safeParse(reply.body).data }) };
  }

  /** `PUT .../notification_settings/{notificationSettingsId}`: replaces all fields, so the `others` are sent back as they are. */
  async replace(
    reseller: Id,
    id: Id,
    settings: NotificationSettingsBody,
    others: object = {},
  ): Promise<void> {
    const path = itemPath(reseller, id);
    const body = { ...others, ...(snakeCaseKeys(settings) as object) };
    await this.api.send({ method: "PUT", path, body, needsNoBody: true });
  }

  /** `DELETE .../notification_settings/{notificationSettingsId}`. */
  async delete(reseller: Id, id: Id): Promise<void> {
    await this.api.send({ method: "DELETE", path: itemPath(reseller, id), needsNoBody: true });
  }
}

function listPath(reseller: Id): string {
  return `/iam/reselling/resellers/${segment(reseller)}/notification_settings`;
}

function itemPath(reseller: Id, id: Id): string {
  return `${listPath(reseller)}/${segment(id)}`;
}
