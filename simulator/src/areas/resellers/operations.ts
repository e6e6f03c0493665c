import type { z } from "zod";
import { invalid, notFound } from "../../core/problem";
import { type Operation, ok, operation } from "../../http/operation";
import type { Settings } from "../../options";
import { linkedPageOf, linkedPageSchema } from "./page";
import { type NotificationSettingRecord, notificationSettingRecord } from "./record";
import { pageQuery, partialBody, resellerPath, settingPath, wholeBody } from "./schemas";
import type { NotificationSettingStore } from "./store";

const collection = "/iam/reselling/resellers/:resellerId/notification_settings";
const member = `${collection}/:notificationSettingsId`;

type SettingPath = z.infer<typeof settingPath>;

export interface ResellersWorld {
  readonly settings: Settings;
  readonly store: NotificationSettingStore;
}

export function resellerOperations(world: ResellersWorld): Operation[] {
  return [
    remove(world),
    create(world),
    list(world),
    get(world),
    update(world, "PUT", wholeBody),
    update(world, "PATCH", partialBody),
  ];
}

function remove(world: ResellersWorld): Operation {
  return operation({
    method: "DELETE",
    path: member,
    summary: "Delete a notification setting",
    replies: { 204: null },
    documented: true,
    params: settingPath,
    handle: ({ params }) => {
      world.store.remove(find(world, params).id);
      return { status: 204 };
    },
  });
}

function create(world: ResellersWorld): Operation {
  return operation({
    method: "POST",
    path: collection,
    summary: "Create a notification setting",
    replies: { 201: notificationSettingRecord },
    params: resellerPath,
    body: wholeBody,
    handle: ({ params, body }) => {
      const wanted = { reseller: params.resellerId, ...body };
      refuseTaken(world, wanted);
      return { status: 201, body: world.store.add(wanted) };
    },
  });
}

function list({ store }: ResellersWorld): Operation {
  return operation({
    method: "GET",
    path: collection,
    summary: "List the notification settings of a reseller",
    replies: { 200: linkedPageSchema(notificationSettingRecord) },
    params: resellerPath,
    query: pageQuery,
    handle: ({ params: { resellerId }, query, origin }) => {
      const address = `${origin}${collection.replace(":resellerId", `${resellerId}`)}`;
      return ok(linkedPageOf(store.of(resellerId), query, address));
    },
  });
}

function get(world: ResellersWorld): Operation {
  return operation({
    method: "GET",
    path: member,
    summary: "Get a notification setting",
    replies: { 200: notificationSettingRecord },
    params: settingPath,
    handle: ({ params }) => ok(find(world, params)),
  });
}

/** PUT takes the whole setting, PATCH what is to change. */
function update(
  world: ResellersWorld,
  method: "PUT" | "PATCH",
  body: typeof wholeBody | typeof partialBody,
): Operation {
  return operation({
    method,
    path: member,
    summary: method === "PUT" ? "Replace a notification setting" : "Change a notification setting",
    replies: { 200: notificationSettingRecord },
    params: settingPath,
    body,
    handle: ({ params, body: change }) => {
      const setting = find(world, params);
      refuseTaken(world, { ...setting, ...change });
      return ok(world.store.change(setting, change));
    },
  });
}

function find(
  { store }: ResellersWorld,
  { resellerId, notificationSettingsId }: SettingPath,
): NotificationSettingRecord {
  const setting = store.find(notificationSettingsId);
  if (setting?.reseller !== resellerId) throw notFound("Not found.");
  return setting;
}

type Wanted = Omit<NotificationSettingRecord, "id"> & { readonly id?: number };

/** Whether a reseller may be told the same twice at one address is not known: an option decides. */
function refuseTaken({ settings, store }: ResellersWorld, wanted: Wanted): void {
  const taken = store
    .of(wanted.reseller)
    .some(
      (other) =>
        other.id !== wanted.id &&
        other.email === wanted.email &&
        other.notification_type === wanted.notification_type,
    );
  if (taken && settings.uniqueNotificationSettings) {
    throw invalid({
      email: ["A notification setting with this email and notification_type already exists."],
    });
  }
}
