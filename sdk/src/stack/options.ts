import { z } from "zod";
import { CodedError } from "../errors/definition";
import { INVALID_TIMEOUT } from "../errors/inputs";
import { flag, record, text } from "../lifecycle/inputs/schemas";
import { PARSERS, SETTING_NAMES, type SettingName } from "../platform/settings";
import { DURATION } from "../util/duration";

const list = (what: string) => z.array(text(what), { error: `must be a list; each item must be ${what}` });
const properties = () => list("the name of a property");
const ENTRY = 'an entry, such as "routers.edge"';

const duration = () => z.string({ error: INVALID_TIMEOUT }).regex(DURATION, { error: INVALID_TIMEOUT });

const INVALID_ALIAS = "must be the URN that the resource had, or an object such as { name: old-name }";

const Alias = z.union(
  [
    // A text with a reference has a message of its own.
    z.string().regex(/^urn:pulumi:|\$\{/, { error: INVALID_ALIAS }),
    z.strictObject({
      name: z.string().optional(),
      type: z.string().optional(),
      stack: z.string().optional(),
      project: z.string().optional(),
    }),
  ],
  { error: INVALID_ALIAS },
);

const account = () => text("the name of an account").optional();

/** Pulumi's resource options, as an entry has them. Editors show the descriptions. */
export const EntryOptions = record('an object of resource options, such as { "protect": true }', {
  protect: flag()
    .optional()
    .describe("Whether `pulumi destroy` and `pulumi up` refuse to delete the resource."),
  retainOnDelete: flag()
    .optional()
    .describe("Whether the object stays at the platform if the resource is deleted."),
  deleteBeforeReplace: flag().optional().describe("Whether a replacement deletes the old object first."),
  dependsOn: list(ENTRY)
    .optional()
    .describe(
      "Entries that are created before this one, such as `routers.edge`, which are names and no references.",
    ),
  deletedWith: text(ENTRY)
    .optional()
    .describe(
      "An entry whose deletion deletes the object of this one, too, so that no request is sent for it.",
    ),
  replaceWith: list(ENTRY).optional().describe("Entries whose replacement replaces this one, too."),
  replacementTrigger: z
    .union([z.string(), z.number(), z.boolean()], { error: "must be a text, a number, true or false" })
    .optional()
    .describe("A value whose change replaces the resource."),
  hideDiffs: properties().optional().describe("Properties whose changes Pulumi does not print."),
  ignoreChanges: properties().optional().describe("Properties whose changes in this file are ignored."),
  replaceOnChanges: properties().optional().describe("Properties whose changes replace the resource."),
  additionalSecretOutputs: properties().optional().describe("Outputs that the state stores encrypted."),
  aliases: z
    .array(Alias, { error: "must be a list of aliases" })
    .optional()
    .describe(
      "Earlier URNs of the resource, or objects such as `{ name: old-name }`, so that a renamed resource is kept.",
    ),
  import: z
    .union([z.string(), z.int()], { error: "must be the id of an existing object" })
    .optional()
    .describe("The id of an existing object, which the first `pulumi up` imports."),
  customTimeouts: record('an object such as { "create": "30m" }', {
    create: duration().optional(),
    update: duration().optional(),
    delete: duration().optional(),
  })
    .optional()
    .describe("Timeouts of the operations, as durations such as `30m` or `1h30m`."),
  provider: account().describe("The name of an account in `cloudplatform:accounts`; the same as `account`."),
});

export type EntryOptions = z.infer<typeof EntryOptions>;

/** Options with the names of properties. */
export const PROPERTY_LISTS = [
  "ignoreChanges",
  "replaceOnChanges",
  "additionalSecretOutputs",
  "hideDiffs",
] as const;

/** The entries that options name, by the places of the names. */
export function namedEntries({
  dependsOn = [],
  deletedWith,
  replaceWith = [],
}: EntryOptions): Array<[place: string, entry: string]> {
  return [
    ...dependsOn.map((entry, index): [string, string] => [`dependsOn[${index}]`, entry]),
    ...(deletedWith === undefined ? [] : [["deletedWith", deletedWith] as [string, string]]),
    ...replaceWith.map((entry, index): [string, string] => [`replaceWith[${index}]`, entry]),
  ];
}

/** What every entry may have beside the properties of its resource. */
export const EntryExtras = {
  account: account().describe(
    "The name of an account in `cloudplatform:accounts`. Default: the stack's own settings.",
  ),
  options: EntryOptions.optional().describe("Pulumi's resource options."),
};

/** Why the text of a setting is invalid. The sentence does not quote the text. */
export function settingProblem(name: SettingName, value: unknown): string | undefined {
  try {
    PARSERS[name].parse(String(value));
    return undefined;
  } catch (error) {
    if (error instanceof CodedError) return error.message;
    throw error;
  }
}

/** The settings of an account: the arguments of a `Provider`. */
export const AccountSettings = z.strictObject(
  Object.fromEntries(
    SETTING_NAMES.map((name) => [
      name,
      z
        .union([z.string(), z.number(), z.boolean()], { error: "must be a text, a number, true or false" })
        .superRefine((value, context) => {
          const problem = settingProblem(name, value);
          if (problem !== undefined) context.addIssue(problem);
        })
        .optional(),
    ]),
  ),
);
