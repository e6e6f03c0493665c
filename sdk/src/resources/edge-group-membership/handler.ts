import { z } from "zod";
import { type LongId, sameLongId } from "../../api/ids";
import { isMissing } from "../../api/reply";
import type { ResourceHandler, Run } from "../../contract/resource";
import { EDGE_GROUPS } from "../../errors/edge-groups";
import { PlatformError } from "../../http/error";
import { longId } from "../../validation/schemas";
import { saysMember, saysNoMember } from "./refusals";

const MembershipInputs = z.strictObject({ groupId: longId("group"), clientId: longId("client") });

interface Membership {
  groupId: LongId;
  clientId: LongId;
}

/** A client in a collaboration group of the edge platform. There is nothing to it but that it is there. */
export const handler: ResourceHandler<Membership, Membership> = {
  type: "EdgeGroupMembership",
  inputs: MembershipInputs,
  fields: {
    groupId: { replaces: true, same: (inputs, state) => sameLongId(inputs.groupId, state.groupId) },
    clientId: { replaces: true, same: (inputs, state) => sameLongId(inputs.clientId, state.clientId) },
  },
  optional: {},
  sole: (inputs) => [
    {
      object: idOf(inputs),
      property: "clientId",
      reason: "a client is in a group once, so keep one of the two",
    },
  ],

  async create(inputs, run) {
    await join(inputs, run);
    return { id: idOf(inputs), state: inputs };
  },

  async read(_id, state, run) {
    const member = await isMember(state, run);
    if (member === undefined) return "unreadable";
    return member ? state : "gone";
  },

  async update(_id, state, _inputs, run) {
    await join(state, run);
    return state;
  },

  delete: (_id, state, run) => leave(state, run),

  inputsOf: (state) => state,
};

function idOf({ groupId, clientId }: Membership): string {
  return `${groupId}/${clientId}`;
}

function isMember({ groupId, clientId }: Membership, run: Run): Promise<boolean | undefined> {
  return run.platform.edgeGroups.isMember(groupId, clientId, run.signal);
}

async function join(membership: Membership, run: Run): Promise<void> {
  const { groupId, clientId } = membership;
  try {
    await run.change(idOf(membership), membership, [], () =>
      run.platform.edgeGroups.add(groupId, clientId, run.signal),
    );
  } catch (error) {
    if (!(error instanceof PlatformError) || !(await isDone(error, membership, run))) throw error;
  }
}

async function isDone(error: PlatformError, membership: Membership, run: Run): Promise<boolean> {
  if (!error.mayHaveTakenEffect && ![400, 409, 422].includes(error.status ?? 0)) return false;
  const member = await isMember(membership, run).catch(() => undefined);
  if (member === false) run.settled();
  return member ?? saysMember(error);
}

async function leave(membership: Membership, run: Run): Promise<void> {
  const { groupId, clientId } = membership;
  try {
    await run.platform.edgeGroups.remove(groupId, clientId, run.signal);
  } catch (error) {
    if (!(error instanceof PlatformError) || ![400, 404, 405, 409, 422, 501].includes(error.status ?? 0))
      throw error;
    // Not a member any more, or no operation to remove one: the list tells, or else the text of a refusal.
    const member = await isMember(membership, run);
    if (member === false) return;
    if (isMissing(error))
      run.warn((member ? EDGE_GROUPS.stillMember : EDGE_GROUPS.maybeMember).says(membership));
    else if (member || !saysNoMember(error)) throw error;
  }
}
