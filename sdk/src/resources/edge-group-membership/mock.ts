import type { LongId } from "../../api/ids";
import type { ResourceMock } from "../../contract/mock";

interface Membership {
  groupId: LongId;
  clientId: LongId;
}

export const mock: ResourceMock<Membership, Membership> = ({ groupId = 1, clientId = 1 }) => ({
  id: `${groupId}/${clientId}`,
  state: { groupId, clientId },
});
