import type { SaltedDigest } from "../util/digest";

/**
 * Unfinished work on one object. The state has `tasks` and `touched` after a failure that Pulumi saves. A record on disk has a
 * creation whose request may have been sent, for a process that is killed. It contains no input in clear text.
 */
export interface Unfinished {
  /** The object's id. A record with an id finds only this object. */
  id?: string | undefined;
  /** The platform's tasks that the operation waits for. */
  tasks?: string[] | undefined;
  /**
   * Properties that have the old or the new value. An empty list is not the same as none: a request was sent that changes no
   * property, and it is not known whether it took effect.
   */
  touched?: string[] | undefined;
  creation?: BegunCreation | undefined;
}

/** A creation whose request may have been sent: a digest of the key by which its object is recognised. */
export interface BegunCreation extends SaltedDigest {
  /**
   * When the first byte of its request was about to leave, by the platform's clock, in milliseconds since the epoch. Absent if the
   * platform shows no time.
   */
  at?: number;
  /** The ids of the equal objects that existed before; absent if the platform cannot list them. */
  before?: string[];
  /** Paths of the optional inputs that the earlier attempts declared. */
  declared: string[];
}

/** The names in the lists, each once; undefined if there is no list. */
export function union(...lists: Array<readonly string[] | undefined>): string[] | undefined {
  const present = lists.flatMap((list) => (list ? [list] : []));
  return present.length > 0 ? [...new Set(present.flat())] : undefined;
}

/** What the state keeps if the operation fails now. */
export interface Progress<S> {
  unfinished: Unfinished;
  /** The known part of the object's state. Undefined: nothing exists that the state has to keep. */
  known: S | undefined;
}

/** How far an operation has got, for the state and, if it is a creation, for the disk in case the process is killed. */
export class OperationRecord<S> {
  /** An assignment, unlike `restore`, is not saved: the disk keeps what it has. */
  progress: Progress<S> = { unfinished: {}, known: undefined };
  /** An existing object belongs to the stack once the platform has accepted a change of it. */
  isOurs = true;
  /** The platform may be removing the object, or may have removed it. */
  isRemoving = false;

  /** `save` gets the record of a creation: undefined ends it. */
  constructor(private readonly save: (record: Unfinished | undefined) => void) {}

  note(change: Unfinished, known: S | undefined = this.progress.known): void {
    this.restore({ unfinished: { ...this.progress.unfinished, ...change }, known });
  }

  /** Nothing exists, or nothing is left to do. */
  end(): void {
    this.restore({ unfinished: {}, known: undefined });
  }

  restore(progress: Progress<S>): void {
    const { unfinished } = progress;
    const isCreation = this.progress.unfinished.creation ?? unfinished.creation;
    this.progress = progress;
    if (isCreation) this.save(unfinished.creation && unfinished);
  }
}
