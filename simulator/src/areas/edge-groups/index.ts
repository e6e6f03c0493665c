import { edgeErrors } from "../../http/shapes";
import type { Area, AreaPlatform } from "../area";
import { Availability } from "./availability";
import { type EdgeGroupsHandle, edgeGroupsHandle } from "./handle";
import { Memberships } from "./memberships";
import { edgeGroupKinds } from "./objects";
import { edgeAdmin, edgeGroupOperations } from "./operations";

export function edgeGroupsArea({ settings, memory }: AreaPlatform): Area<EdgeGroupsHandle> {
  const memberships = new Memberships(memory);
  const world = { settings, memberships, availability: new Availability() };
  const handle = edgeGroupsHandle(world);
  return {
    handle,
    operations: edgeGroupOperations(world),
    errors: { under: [edgeAdmin], shape: edgeErrors },
    objects: edgeGroupKinds(handle, memberships),
    state: () => memberships.groups().map((group) => ({ group, clients: memberships.of(group) })),
  };
}
