import { entry } from "./entry";

/** What is wrong with what is declared, said in the preview under the property's name, before anything is sent. */
export const INPUTS = {
  unknown: entry<{ thing: string }>({
    says: ({ thing }) => `is not a property of this ${thing}; check its spelling`,
    why: "Names are written as in the documentation, in camelCase.",
    remedy: "Check the spelling on the page of the resource or function.",
  }),
  twins: entry<{ other: string; reason: string }>({
    says: ({ other, reason }) => `is the same as in another resource of this stack, ${other}: ${reason}`,
    why: "Two resources of one stack are the same object at the platform, and would undo each other's work at every run.",
    remedy: "Keep one of them, or tell them apart as the sentence says.",
  }),
  timeout: entry({
    says: () => 'must be a duration, such as "10m" or "90s"',
    why: "`customTimeouts` are durations as Pulumi writes them.",
    remedy: "Write it like that.",
  }),
};
