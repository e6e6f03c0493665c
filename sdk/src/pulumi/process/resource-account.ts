import { canonicalId } from "../../lifecycle/identity";
import { begunRecord, type Unfinished } from "../../lifecycle/record";
import type { AnyResource } from "../../lifecycle/resource";
import type { Log } from "../../log/log";
import { type ConfigSource, EMPTY_SOURCE } from "../../platform/configuration";
import type { Platform } from "../../platform/platform";
import { ConfigurationError } from "../../platform/settings";
import { digestOf } from "../../util/digest";
import type { JsonObject } from "../../util/json";
import type { Registration } from "./registrations";
import type { Session } from "./session";
import { objectIdOf } from "./state";

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
    const defaults = Object.entries(this.resource.properties).flatMap(([name, { setting }]) =>
      setting ? [[name, configuration[setting]]] : [],
    );
    return { ...Object.fromEntries(defaults), ...inputs };
  }

  /**
   * The creation that an earlier run has begun: as the disk has it, or else the state, if a replacement continues it. What the state
   * has is not on the disk any more, so a record there is of the replacement, which was interrupted itself.
   */
  begunBefore(registration: Registration): Unfinished | undefined {
    const stored = this.session.records.load(registration, this.platform.address);
    const { continues } = registration.replacement ?? {};
    if (stored || continues === undefined) return stored;
    const { own, unfinished = {}, hidden } = continues.before;
    return begunRecord(this.resource.creation(own), unfinished, hidden.__declared);
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
