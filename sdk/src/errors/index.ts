import { CERTIFICATES } from "./certificates";
import { COMMAND } from "./command";
import { SETTINGS } from "./configuration";
import type { ErrorDefinition, RequestErrorDefinition } from "./definition";
import { DOCTOR } from "./doctor";
import { EXISTING } from "./existing";
import { FUNCTIONS } from "./functions";
import { INPUTS } from "./inputs";
import { INSTALLATION } from "./installation";
import { REPLIES } from "./replies";
import { STACK } from "./stack";
import { TASKS } from "./tasks";

export type Definitions = Record<string, ErrorDefinition<never> | RequestErrorDefinition>;

export interface Chapter {
  title: string;
  /** What all of its messages have in common. */
  note?: string;
  entries: Definitions;
}

/**
 * The errors that belong to no single resource or function, in the order of docs/errors.md. Those of a resource or a
 * function are in the `errors` file of its folder.
 */
export const SHARED_CHAPTERS: Chapter[] = [
  { title: "Installation", entries: INSTALLATION },
  {
    title: "Configuration",
    note: "Each message follows the name of the setting, such as `cloudplatform:apiKey`, or of the environment variable that has the value.",
    entries: SETTINGS,
  },
  { title: "Inputs", note: "Each message follows the name of the property.", entries: INPUTS },
  { title: "Existing objects", entries: EXISTING },
  { title: "Requests", entries: REPLIES },
  { title: "Tasks and waiting", entries: TASKS },
  { title: "Declarative stacks", entries: STACK },
  { title: "Functions", entries: FUNCTIONS },
  { title: "Certificates", entries: CERTIFICATES },
  { title: "The command pulumi-cloudplatform", entries: COMMAND },
  { title: "pulumi-cloudplatform doctor", entries: DOCTOR },
];
