import { defineError } from "../errors/definition";
import { didYouMean } from "../errors/inputs";
import type { Json } from "../util/json";
import { withArticle } from "../util/text";

/** Errors of declarative stacks. */
export const STACK = {
  /**
   * Each line below this one names an entry of a declarative stack, or a property of one. All problems are reported at
   * once, up to 100, before any request is sent.
   *
   * What to do: Correct the lines. [Declarative stacks](declarative-stacks.md#errors) has examples.
   */
  invalid: defineError({
    code: "stack-file-invalid",
    message: () => "the stack file is invalid, and nothing was declared",
  }),
  noValue: defineError<{ place: string; reference: string }>({
    code: "reference-without-value",
    message: ({ place, reference }) =>
      `${place} refers to "${reference}", which has no value, or a value that cannot be a part of a text`,
    advice: "Refer to an output that has a value; a part of a text must be a text, a number, true or false.",
  }),
  notYaml: defineError<{ name: string; reason: string }>({
    code: "invalid-yaml",
    message: ({ name, reason }) => `${name} is not YAML: ${reason}`,
    advice: "Correct the line.",
  }),
  tooDeep: defineError<{ name: string; limit: number }>({
    code: "nested-too-deeply",
    message: ({ name, limit }) => `${name} is nested deeper than ${limit} levels`,
    advice: "Check whether an anchor of the file contains itself.",
  }),
  tooLarge: defineError<{ name: string; limit: string }>({
    code: "configuration-too-large",
    message: ({ name, limit }) => `${name} has more than ${limit}`,
    advice: "Declare the resources in several stacks.",
  }),
};

/** Reasons why a file is not YAML as Pulumi reads it. */
export const INVALID_MERGE = "the value of << is neither an object nor a list of objects";
export const NOT_IN_JSON = "JSON has no .inf and no .nan";

export const NOT_A_STACK_FILE = 'The file has no object "config", as the stack files of Pulumi have.';

/** Sentences about a declarative stack. Each follows the name of an entry or of a property. */
export const unknownSection = (meant: string | undefined, known: string[]) =>
  `is neither a kind of resource nor a setting${didYouMean(meant) || `; the kinds are ${known.join(", ")}`}`;
export const notAnObject = (what: string, found: Json) =>
  `must be an object with ${what}, and this is ${typeName(found)}`;
export const EMPTY_ENTRY = "is empty: declare its properties, or remove the entry";
export const twoNamespaces = (project: string) =>
  `is declared with "cloudplatform:" and with "${project}:"; keep one of the two`;
export const INVALID_REFERENCE = `has an invalid reference: write it as "\${routers.edge.routerId}"; for the characters "\${" write "$\${"`;
export const REFERENCE_IN_SECRET =
  "looks like a reference, and is none because this section has an encrypted value: store that value under a key of its own, and refer to it";
export const RESERVED_NAME = "is a name that Pulumi or this package uses itself; choose another name";
export const moreProblems = (count: number) => `${count} more problems are not listed`;
export const NO_OUTPUT = 'names no output: add one, such as ".id"';
export const unknownKind = (name: string, meant: string | undefined) =>
  `refers to "${name}", which is not a kind of resource${didYouMean(meant)}`;
export const unknownEntry = (name: string, meant: string | undefined) =>
  `refers to "${name}", which is not declared${didYouMean(meant)}`;
export const unknownOutput = (reference: string, type: string, meant: string | undefined) =>
  `refers to "${reference}", which is not an output of ${withArticle(type)}${didYouMean(meant)}`;
export const NO_CONFIG_KEY = 'refers to "config", which names no value: add one, such as "config.email"';
export const unknownConfig = (name: string, meant: string | undefined) =>
  `refers to the configuration "${name}", which is not set${didYouMean(meant)}`;
export const unknownAccount = (name: string, meant: string | undefined) =>
  `names the account "${name}", which has no entry in "accounts"${didYouMean(meant) || `: ${setKey(name)}`}`;
export const notAProperty = (name: string, type: string, meant: string | undefined) =>
  `names "${name}", which is not a property of a ${type}${didYouMean(meant)}`;
export const PLAIN_KEY =
  "is in the stack's configuration in clear text: pulumi config set --secret cloudplatform:apiKey";
export const noKey = (account: string) => `has no apiKey: ${setKey(account)}`;
const setKey = (account: string) =>
  `pulumi config set --secret --path 'cloudplatform:accounts.${account}.apiKey'`;
export const ONLY_CONFIG = `refers to an entry, and an account may refer only to the configuration, such as "\${config.resellerKey}"`;
export const NOT_A_TEMPLATE = "has a reference, which is not replaced here: write the value itself";
export const INVALID_ACCOUNT = "must be the name of an account";
export const INVALID_DEPENDENCY = 'must be an entry, such as "routers.edge"';
export const TWO_ACCOUNTS = 'is not allowed together with "account", which means the same';
export const cycle = (entries: string[]) =>
  `refers to itself: ${shortened(entries).join(" → ")}; remove one of these references`;
const shortened = (entries: string[]) =>
  entries.length <= 12
    ? entries
    : [...entries.slice(0, 5), `(${entries.length - 10} more)`, ...entries.slice(-5)];

function typeName(value: Json): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "a text" : withArticle(typeof value);
}
