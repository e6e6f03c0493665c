import { edgeErrors } from "../../http/shapes";
import type { Platform } from "../../platform";
import type { Area } from "../area";
import { Availability } from "./availability";
import { type EdgeGroupsHandle, edgeGroupsHandle } from "./handle";
import { Memberships } from "./memberships";
import { edgeAdmin, edgeGroupOperations } from "./operations";

export function edgeGroupsArea({ settings, memory }: Platform): Area<EdgeGroupsHandle> {
  const memberships = new Memberships(memory);
  const world = { settings, memberships, availability: new Availability() };
  return {
    handle: edgeGroupsHandle(world),
    operations: edgeGroupOperations(world),
    errors: { under: [edgeAdmin], shape: edgeErrors },
    state: () => memberships.groups().map((group) => ({ group, clients: memberships.of(group) })),
  };
}
