import { z } from "zod";
import { INVALID_TIMEOUT } from "../errors/inputs";
import { flag, record, text } from "../lifecycle/inputs/schemas";
import { SETTING_NAMES } from "../platform/settings";
import { parseDuration } from "../util/duration";

const list = (what: string) => z.array(text(what), { error: `must be a list; each item must be ${what}` });
const properties = () => list("the name of a property");

const duration = z
  .string({ error: INVALID_TIMEOUT })
  .refine((value) => parseDuration(value) !== undefined, { error: INVALID_TIMEOUT });

const Alias = z.union(
  [
    z.string(),
    z.strictObject({
      name: z.string().optional(),
      type: z.string().optional(),
      stack: z.string().optional(),
      project: z.string().optional(),
    }),
  ],
  { error: "must be the URN that the resource had, or an object such as { name: old-name }" },
);

/** Pulumi's resource options, as an entry has them. */
export const EntryOptions = record('an object of resource options, such as { "protect": true }', {
  protect: flag().optional(),
  retainOnDelete: flag().optional(),
  deleteBeforeReplace: flag().optional(),
  dependsOn: list('an entry, such as "routers.edge"').optional(),
  ignoreChanges: properties().optional(),
  replaceOnChanges: properties().optional(),
  additionalSecretOutputs: properties().optional(),
  aliases: z.array(Alias, { error: "must be a list of aliases" }).optional(),
  import: z.union([z.string(), z.int()], { error: "must be the id of an existing object" }).optional(),
  customTimeouts: record('an object such as { "create": "30m" }', {
    create: duration.optional(),
    update: duration.optional(),
    delete: duration.optional(),
  }).optional(),
  provider: text("the name of an account").optional(),
});

export type EntryOptions = z.infer<typeof EntryOptions>;

/** What every entry may have beside the properties of its resource. */
export const EntryExtras = {
  account: text("the name of an account").optional(),
  options: EntryOptions.optional(),
};

/** The settings of an account: the arguments of a `Provider`. */
export const AccountSettings = z.strictObject(
  Object.fromEntries(
    SETTING_NAMES.map((name) => [
      name,
      z.union([z.string(), z.number()], { error: "must be a text or a number" }).optional(),
    ]),
  ),
);
