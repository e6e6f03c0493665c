import type { ResourceMock } from "../../lifecycle/mock";
import type { LongId } from "../../platform/api/ids";

interface Membership {
  groupId: LongId;
  clientId: LongId;
}

export const mock: ResourceMock<Membership, Membership> = ({ groupId = 1, clientId = 1 }) => ({
  id: `${groupId}/${clientId}`,
  state: { groupId, clientId },
});
