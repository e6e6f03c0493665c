import type {
  CodedError,
  ErrorDefinition,
  RefusedRequest,
  RequestErrorDefinition,
} from "../../errors/definition";
import type { Api, Reader } from "../../platform/api/deployment";
import type { Read } from "../../platform/api/pages";
import type { ChangeResult } from "../../platform/api/reply";
import type { IfExists } from "../../platform/settings";
import { parseTimestamp } from "../../util/clock";
import { type SaltedDigest, saltedDigestOf } from "../../util/digest";

/** A handler that creates objects in these steps. */
export interface Creates<I, R> {
  creation(inputs: I): Creation<R>;
}

/** How objects of one type are listed, recognised and created. */
export type Creation<R> = ObjectCreation<R> & (WithProvisionalId | WithoutProvisionalId);

interface WithProvisionalId {
  /** The id in the state until the platform shows the object's own. */
  provisionalId: string;
  errors: CreationErrors;
}

/** It is an error if the platform never shows the id. */
interface WithoutProvisionalId {
  provisionalId?: never;
  errors: Required<Pick<CreationErrors, "notReported">> & CreationErrors;
}

interface ObjectCreation<R> {
  /** The type of object, for messages. */
  noun: string;
  /** Creations with the same key run one after the other, so that none uses the object of another. */
  lockKey: string;
  /** The part of the state that is certain before the platform returns the object. */
  known: object;
  /** Lists the objects that equal the inputs; undefined if the platform cannot list them. */
  list(reader: Reader): Promise<R[] | undefined>;
  find(reader: Reader, id: string): Promise<Read<R>>;
  idOf(object: R): string;
  /**
   * What the user has chosen, if there is a choice. `adopt` also uses an object that another run is creating. With `create`,
   * there may be a second, equal object, so an object is not recognised by its equality alone.
   */
  ifExists?: IfExists;
  /** Returns the existing object to use instead of a new one. Throws if the inputs forbid both. */
  useExisting(equal: R[]): R | undefined;
  /** What is printed when it is used. */
  adoption(object: R): string;
  /** Chooses the created object among new ones. Default: the only one. */
  choose?(created: R[]): R | undefined;
  send(api: Api): Promise<ChangeResult<R>>;
  /** Absent if the platform creates these objects without tasks. */
  tasks?: CreationTasks<R>;
  /** How the next run finds the object after this process was killed. */
  afterKill: Recognition<R>;
}

interface CreationTasks<R> {
  /** The key of these objects in the platform's record of a task. */
  createdKey: string;
  /** Lists the unfinished tasks that create such objects; undefined if the platform cannot list them. */
  unfinished(reader: Reader): Promise<string[] | undefined>;
  /** The task that created an object, and the task that changes it now. */
  creatorOf(object: R): string | null | undefined;
  currentOf(object: R): string | null | undefined;
}

interface CreationErrors {
  /** A warning. */
  cannotList: ErrorDefinition<void>;
  /** A warning: an interrupted run may have created the object with inputs that have changed since. */
  mayExistElsewhere?: ErrorDefinition<{ id: string | undefined }>;
  /** Absent if each deployment has the operation. */
  cannotCreate?(refused: RefusedRequest): Error;
  /** The reply was lost, and the objects cannot be listed. */
  uncertain: RequestErrorDefinition;
  /** The platform accepted the creation, but does not list the object: an error, or a warning if there is a provisional id. */
  notListed(tasks: string[]): CodedError;
  /** The same if the platform cannot list objects. Absent if this needs no warning. */
  notReported?(tasks: string[]): CodedError;
}

/** An object that was created or found. */
export interface Created<R> {
  id: string;
  /** Absent if the platform has returned only its id. */
  object?: R;
  /** The object existed before. It belongs to the stack once the platform has accepted a change, or needs no change. */
  isExisting?: true;
}

/** The tasks of a creation, and the ids of the equal objects that existed before it. */
export interface Attempt {
  tasks: string[];
  idsBefore: string[] | undefined;
}

/** How the next run recognises the object of a creation after this process was killed. */
export interface Recognition<R> {
  /** The inputs by which the object is recognised. */
  key: unknown;
  /**
   * Whether an update can change the key, such as a name. Otherwise an object with another key is never the one that the
   * program declares.
   */
  isChangeable?: true;
  listAll(reader: Reader): Promise<R[] | undefined>;
  keyOf(object: R): unknown;
  /** The time of creation in the platform's notation. Absent if an equal object of any age may be used. */
  createdAt?(object: R): string | null | undefined;
}

/** The same as it is stored on disk. Inputs may be secret, so it contains only a digest of them. */
export interface Lookup extends SaltedDigest {
  /** When the creation began, in milliseconds since the epoch. */
  at: number;
  /** Ids of the equal objects that existed before, if the platform can list them. */
  before?: string[];
}

/** The lookup to store before a creation. */
export function createLookup<R>(
  { key }: Recognition<R>,
  idsBefore: string[] | undefined,
  at: number,
): Lookup {
  return { ...saltedDigestOf(key), at, ...(idsBefore && { before: idsBefore }) };
}

/** Whether an object with the key of the lookup may be the one that its creation has created. */
export function isCreationOf<R>({ at }: Lookup, { createdAt }: Recognition<R>, object: R): boolean {
  return createdAt === undefined || Math.abs(parseTimestamp(createdAt(object)) - at) < CLOCK_TOLERANCE_MS;
}

/** How far the platform's clock may differ from this machine's, and a creation from its request. */
const CLOCK_TOLERANCE_MS = 3_600_000;
