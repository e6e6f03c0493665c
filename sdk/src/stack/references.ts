import { SETTING_NAMES } from "../platform/settings";
import type { JsonObject } from "../util/json";
import { nearest } from "../util/nearest";
import type { Entry, Report, StackFile, Values } from "./entries";
import {
  cycle,
  INVALID_DEPENDENCY,
  INVALID_REFERENCE,
  NO_CONFIG_KEY,
  NO_OUTPUT,
  NOT_A_TEMPLATE,
  ONLY_CONFIG,
  REFERENCE_IN_SECRET,
  unknownConfig,
  unknownEntry,
  unknownKind,
  unknownOutput,
} from "./errors";
import { COMMON_OUTPUTS, type Kind } from "./kinds";
import { namedEntries } from "./options";
import {
  CONFIG,
  join,
  mapScalars,
  parseReference,
  parseTemplate,
  type Reference,
  type Scalar,
  templateOf,
} from "./template";

/** A reference at a place of the stack file. */
interface Occurrence {
  reference: Reference;
  place: string;
}

/** Checks the references between the entries of a stack file, and orders the entries. */
export class ReferenceCheck {
  constructor(
    private readonly file: StackFile,
    private readonly kinds: ReadonlyMap<string, Kind>,
    private readonly report: Report,
  ) {}

  /** Returns the places of the entries, each after those that it needs. */
  run(): string[] {
    const { accounts, entries, outputs, config } = this.file;
    for (const name of SETTING_NAMES) {
      const { value = null, isSecret = false } = config.shared.get(name) ?? {};
      if (!isSecret && typeof value === "string" && this.isMeantAsTemplate(value))
        this.report(`cloudplatform:${name}`, NOT_A_TEMPLATE);
    }
    for (const account of accounts.values())
      this.eachReference(account, (found) => {
        if (found.reference.path[0] === CONFIG) this.checkConfig(found);
        else this.report(found.place, ONLY_CONFIG);
      });
    const targets = new Map([...entries].map(([place, entry]) => [place, this.targetsOf(entry)]));
    this.eachReference(outputs, (found) => this.target(found));
    return inOrder(targets, (circle) => this.report(circle[0] as string, () => cycle(circle)));
  }

  /** The places of the entries that are created before this one. */
  private targetsOf(entry: Entry): string[] {
    const targets: Array<string | undefined> = [];
    this.eachReference({ ...entry, value: entry.inputs }, (found) => targets.push(this.target(found)));
    for (const [place, name] of namedEntries(entry.options))
      targets.push(this.dependency(name, `${entry.place}.options.${place}`));
    const { import: id = null, aliases = null, replacementTrigger = null } = entry.options;
    const literals = { import: id, aliases, replacementTrigger } as JsonObject;
    this.eachReference({ ...entry, place: `${entry.place}.options`, value: literals }, ({ place }) =>
      this.report(place, NOT_A_TEMPLATE),
    );
    return targets.filter((target) => target !== undefined);
  }

  private eachReference({ value, place, isSecret }: Values, visit: (found: Occurrence) => void): void {
    const visitAll = (scalar: Scalar, at: string) => {
      const template = typeof scalar === "string" ? templateOf(scalar, isSecret) : [];
      if (template === undefined) this.report(at, INVALID_REFERENCE);
      if (isSecret && typeof scalar === "string" && this.isMeantAsTemplate(scalar))
        this.report(at, REFERENCE_IN_SECRET);
      for (const reference of template ?? [])
        if (typeof reference !== "string") visit({ reference, place: at });
    };
    mapScalars(value, visitAll, place);
  }

  /** Whether a text refers to an entry or to the configuration. */
  private isMeantAsTemplate(text: string): boolean {
    return (parseTemplate(text) ?? []).some(
      (part) => typeof part !== "string" && [...this.kinds.keys(), CONFIG].includes(String(part.path[0])),
    );
  }

  private target(found: Occurrence): string | undefined {
    const { reference, place } = found;
    if (reference.path[0] === CONFIG) return this.checkConfig(found);
    const entry = this.entry(reference, place);
    if (entry === undefined) return undefined;
    const outputs = [...COMMON_OUTPUTS, ...entry.kind.Resource.__outputs];
    const output = reference.path[2];
    const { text } = reference;
    if (output === undefined) this.report(place, `refers to "${text}", which ${NO_OUTPUT}`);
    else if (!outputs.includes(String(output)))
      this.report(place, () =>
        unknownOutput(text, entry.kind.handler.type, nearest(String(output), outputs)),
      );
    return entry.place;
  }

  private checkConfig({ reference, place }: Occurrence): undefined {
    const [, name] = reference.path.map(String);
    const { own, isComplete } = this.file.config;
    if (name === undefined) this.report(place, NO_CONFIG_KEY);
    else if (isComplete && !own.has(name))
      this.report(place, () => unknownConfig(name, nearest(name, own.keys())));
  }

  private dependency(text: string, place: string): string | undefined {
    const reference = parseReference(text);
    if (reference?.path.length === 2) return this.entry(reference, place)?.place;
    this.report(place, INVALID_DEPENDENCY);
    return undefined;
  }

  /** The entry that the first two parts of a reference name. */
  private entry({ text, path }: Reference, place: string): Entry | undefined {
    const [section = "", name] = path.map(String);
    if (!this.kinds.has(section)) {
      this.report(place, () => unknownKind(text, nearest(section, [...this.kinds.keys(), CONFIG])));
      return undefined;
    }
    const { entries } = this.file;
    const wanted = name === undefined ? section : join(section, name);
    const entry = entries.get(wanted);
    if (entry === undefined) this.report(place, () => unknownEntry(wanted, nearest(wanted, entries.keys())));
    return entry;
  }
}

/**
 * The places, each after its targets. Reports each circle of targets: its first place is also the last one. A loop, because a
 * chain of targets may be longer than the call stack.
 */
function inOrder(targets: ReadonlyMap<string, string[]>, reportCircle: (circle: string[]) => void): string[] {
  const ordered = new Set<string>();
  const open = new Set<string>();
  for (const start of targets.keys()) {
    const trail: Array<{ place: string; next: Iterator<string> }> = [];
    const enter = (place: string) => {
      open.add(place);
      trail.push({ place, next: new Set(targets.get(place)).values() });
    };
    if (!ordered.has(start)) enter(start);
    for (let last = trail.at(-1); last !== undefined; last = trail.at(-1)) {
      const { value: target, done } = last.next.next();
      if (done) {
        trail.pop();
        open.delete(last.place);
        ordered.add(last.place);
      } else if (open.has(target)) {
        const places = trail.map(({ place }) => place);
        reportCircle([...places.slice(places.indexOf(target)), target]);
      } else if (!ordered.has(target)) enter(target);
    }
  }
  return [...ordered];
}
