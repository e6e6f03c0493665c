import type { Log } from "../log/log";
import { begunRecord } from "../operation/creation";
import { canonicalId } from "../operation/identity";
import { isSetting } from "../operation/properties";
import type { Unfinished } from "../operation/record";
import type { AnyResource } from "../operation/resource";
import { type ConfigSource, EMPTY_SOURCE } from "../platform/configuration";
import type { Platform } from "../platform/platform";
import { ConfigurationError, type SettingName } from "../platform/settings";
import { digestOf } from "../util/digest";
import type { JsonObject } from "../util/json";
import type { Replacement } from "./diff";
import { endRecords, Journal } from "./journal";
import type { Session } from "./session";
import { objectIdOf, type ResourceFacts, type ResourceState } from "./state";

/** The account with which the resources of one type are managed, and what identifies their objects there. */
export class ResourceAccount {
  private source: ConfigSource = EMPTY_SOURCE;
  private cachedPlatform: Platform | undefined;

  constructor(
    private readonly resource: AnyResource,
    private readonly session: Session,
  ) {}

  configure(source: ConfigSource): void {
    this.source = source;
    this.cachedPlatform = undefined;
  }

  /** Throws a ConfigurationError if the settings are invalid. */
  get platform(): Platform {
    this.cachedPlatform ??= this.session.accounts.get(this.source);
    return this.cachedPlatform;
  }

  /** The log of the process, if there is one. */
  get log(): Log | undefined {
    return this.cachedPlatform?.log;
  }

  /** The problems of the settings, one message each. */
  problems(): string[] {
    try {
      void this.platform;
      return [];
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return error.message.split("\n");
    }
  }

  /** The inputs, with the settings that are defaults for absent inputs. */
  withSettings(inputs: JsonObject): JsonObject {
    const { configuration } = this.platform;
    const names = Object.keys(this.resource.properties).filter(isSetting);
    const defaults = names.map((name) => [name, configuration[name as SettingName]]);
    return { ...Object.fromEntries(defaults), ...inputs };
  }

  /** What `diff` has found, by URN. */
  get replacements(): Session["replacements"] {
    return this.session.replacements;
  }

  /** The replacement that the creation of a resource is part of. */
  replacementOf({ urn = "" }: ResourceFacts): Replacement | undefined {
    return this.replacements.get(urn);
  }

  /** No replacement continues the interrupted creation with this id. */
  endContinuing(id: string): void {
    for (const replacement of this.replacements.values())
      if (replacement.state.id === id) replacement.isContinued = false;
  }

  /** Undefined: the resource is not known. */
  journalOf({ urn, organization }: ResourceFacts): Journal | undefined {
    const { session, platform } = this;
    if (urn === undefined) return undefined;
    const resource = { urn, organization };
    return new Journal(session.recordStore, platform.address, resource, (text) => session.warn(text));
  }

  /** A state has the object, or waits for it: its creation has ended. */
  endCreationOf(state: ResourceState): void {
    // Without valid settings, the operation fails.
    if (this.problems().length > 0) return;
    endRecords(this.session.recordStore, this.resource.type, this.platform.address, state);
  }

  /**
   * The creation that an earlier run has begun: as the disk has it, or else the state, if a replacement continues it. What the state
   * has is not on the disk any more, so a record there is of the replacement, which was interrupted itself.
   */
  begunBefore(facts: ResourceFacts): Unfinished | undefined {
    const stored = this.journalOf(facts)?.begun;
    const { state, isContinued } = this.replacementOf(facts) ?? {};
    if (stored || !state || !isContinued) return stored;
    return begunRecord(this.resource.creation(state.values), state.unfinished ?? {}, state.declared);
  }

  /** Marks an object as the one of a resource of the stack, so that no other resource deletes it. */
  use(id: string, state: JsonObject = {}, owner?: string): void {
    const key = this.objectKey(id, state);
    this.session.ownership.use(key, owner);
    this.session.collect?.({ uses: key });
  }

  /** Whether a resource of the stack is this object, but for this owner. */
  isInUse(id: string, state: JsonObject = {}, owner?: string): boolean {
    return this.session.ownership.isInUse(this.objectKey(id, state), owner);
  }

  /** Identifies an object among all resources of the run, with any Provider. */
  objectKey(id: string, state: JsonObject = {}): string {
    return this.uniqueKey(canonicalId(objectIdOf(this.resource, id, state)));
  }

  /** Identifies a unique key of a resource among all resources of the run. */
  uniqueKey(key: string): string {
    return digestOf([this.resource.type, this.platform.address, key]);
  }
}
