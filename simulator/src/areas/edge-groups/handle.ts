import { type Int64, type Int64Like, int64 } from "../../core/int64";
import { conflict } from "../../core/problem";
import type { EdgeGroupsWorld } from "./operations";

/** The groups as somebody else would change them. Ids come back as their digits. */
export interface EdgeGroupsHandle {
  /** The groups that have members. */
  groups(): Int64[];
  /** The clients of a group in the order in which they came. */
  members(group: Int64Like): Int64[];
  add(group: Int64Like, client: Int64Like): void;
  remove(group: Int64Like, client: Int64Like): void;
  /** There is no such group (any more), and no client is its member. */
  loseGroup(group: Int64Like): void;
  /** There is no such client (any more), and it is a member of no group. */
  loseClient(client: Int64Like): void;
  /** As many of the next requests are answered 503. */
  unavailable(times: number): void;
}

export function edgeGroupsHandle({ memberships, availability }: EdgeGroupsWorld): EdgeGroupsHandle {
  return {
    groups: () => memberships.groups(),
    members: (group) => memberships.of(int64(group)),
    add: (group, client) => {
      if (!memberships.canHave(int64(group), int64(client))) {
        throw conflict(`There is no group ${group} or no client ${client}.`);
      }
      memberships.add(int64(group), int64(client));
    },
    remove: (group, client) => memberships.remove(int64(group), int64(client)),
    loseGroup: (group) => memberships.loseGroup(int64(group)),
    loseClient: (client) => memberships.loseClient(int64(client)),
    unavailable: (times) => availability.refuse(times),
  };
}
