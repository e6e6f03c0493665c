import { z } from "zod";
import { camelCaseKeys, snakeCaseKeys } from "../../util/camel";
import { isObject, omitNullish, pick } from "../../util/json";
import { segment } from "../../util/text";
import { namingParent } from "../evidence/answers";
import type { Call } from "../http/call";
import type { Api, Reader } from "./api";
import { find, listOptional } from "./pages";
import { Id, sameId } from "./reply";

/** The fields that the package knows, or that only the platform sets. */
const KNOWN_FIELDS = ["id", "reseller", "email", "notification_type", "enabled", "created_at", "updated_at"];

function withOthers(record: unknown): unknown {
  if (!isObject(record)) return record;
  const others = pick(record, (name) => !KNOWN_FIELDS.includes(name));
  return { ...(camelCaseKeys(record) as object), ...(Object.keys(others).length > 0 && { others }) };
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

// The documented `DELETE /iam/reselling/resellers/{resellerId}/notification_settings/{notificationSettingsId}`, and the undocumented
// operations that most deployments have on the same paths.

/** `GET .../notification_settings`, all pages; undefined if the deployment does not have the operation. */
export function listSettings(reader: Reader, reseller: Id) {
  const options = { pages: "link", parent: "resellerId" } as const;
  return listOptional(reader, { path: listPath(reseller) }, Settings, options);
}

/** `GET .../notification_settings/{notificationSettingsId}`. */
export function findSettings(reader: Reader, reseller: Id, id: Id) {
  const list = () => listSettings(reader, reseller);
  return find(reader, itemPath(reseller, id), Settings, list, (settings) => sameId(settings.id, id));
}

/** `POST .../notification_settings`. Without an object if the reply does not contain the created settings. */
export async function createSettings({ send }: Api, reseller: Id, body: NotificationSettingsBody) {
  const call: Call = {
    method: "POST",
    path: listPath(reseller),
    body: snakeCaseKeys(body),
    needsNoBody: true,
  };
  const reply = await send(call).catch(namingParent("resellerId"));
  return { tasks: [], ...omitNullish({ object: Settings.safeParse(reply.body).data }) };
}

/** `PUT .../notification_settings/{notificationSettingsId}`: replaces all fields, so the `others` are sent back as they are. */
export function replaceSettings(
  { send }: Api,
  reseller: Id,
  id: Id,
  settings: NotificationSettingsBody,
  others: object = {},
) {
  const body = { ...others, ...(snakeCaseKeys(settings) as object) };
  return send({ method: "PUT", path: itemPath(reseller, id), body, needsNoBody: true });
}

/** `DELETE .../notification_settings/{notificationSettingsId}`. */
export function deleteSettings({ send }: Api, reseller: Id, id: Id) {
  return send({ method: "DELETE", path: itemPath(reseller, id), needsNoBody: true });
}

function listPath(reseller: Id): string {
  return `/iam/reselling/resellers/${segment(reseller)}/notification_settings`;
}

function itemPath(reseller: Id, id: Id): string {
  return `${listPath(reseller)}/${segment(id)}`;
}
