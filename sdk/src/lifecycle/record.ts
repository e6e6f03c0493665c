import type { SaltedDigest } from "../util/digest";

/**
 * Unfinished work on one object: the one record of it, in the state after a failure, and on disk for a process that is killed.
 * Only the runner writes it while an operation runs. It contains no input in clear text.
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
  /** A deletion was sent. */
  deletes?: true | undefined;
}

/** A creation whose request may have been sent: a digest of the key by which its object is recognised. */
export interface BegunCreation extends SaltedDigest {
  /** When it began, by the platform's clock, in milliseconds since the epoch. Absent if the platform shows no time. */
  at?: number;
  /** The ids of the equal objects that existed before; absent if the platform cannot list them. */
  before?: string[];
  /** Paths of the optional inputs that the earlier attempts declared. */
  declared: string[];
}

/** What any of the records names; undefined if none of them has a list. */
export function union(...lists: Array<readonly string[] | undefined>): string[] | undefined {
  const present = lists.flatMap((list) => (list ? [list] : []));
  return present.length > 0 ? [...new Set(present.flat())] : undefined;
}

export function isUnfinished({ tasks, touched, creation, deletes }: Unfinished): boolean {
  return [tasks, touched, creation, deletes].some((fact) => fact !== undefined);
}

/** How far an operation has got: what the state keeps if it fails now, and what the disk keeps if the process is killed. */
export class OperationRecord<S> {
  unfinished: Unfinished = {};
  /** The known part of the object's state. Absent: nothing exists that the state has to keep. */
  known: S | undefined;
  private belongsToStack = true;

  constructor(private readonly store: (unfinished: Unfinished | undefined) => void) {}

  /** An existing object belongs to the stack once the platform has accepted a change of it. */
  get isOurs(): boolean {
    return this.belongsToStack;
  }

  set isOurs(value: boolean) {
    this.belongsToStack = value;
    if (value) this.write();
  }

  keep(change: Unfinished, known: S | undefined = this.known): void {
    this.unfinished = { ...this.unfinished, ...change };
    this.known = known;
    this.write();
  }

  /** The object was changed as planned. What is on disk stays until the engine has saved the result. */
  finish(known: S): void {
    this.unfinished = { ...this.unfinished, touched: undefined, tasks: undefined };
    this.known = known;
  }

  /** Nothing exists, or nothing is left to do. */
  drop(): void {
    this.restore({ unfinished: {}, known: undefined });
  }

  restore({ unfinished, known }: Pick<OperationRecord<S>, "unfinished" | "known">): void {
    this.unfinished = unfinished;
    this.known = known;
    this.write();
  }

  private write(): void {
    if (this.belongsToStack) this.store(isUnfinished(this.unfinished) ? this.unfinished : undefined);
  }
}
