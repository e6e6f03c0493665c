import { z } from "zod";
import { type LongId, sameLongId } from "../../api/ids";
import { isMissing } from "../../api/reply";
import { sendChange } from "../../contract/changes";
import type { OperationContext } from "../../contract/context";
import type { ResourceHandler } from "../../contract/resource";
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
  properties: {
    groupId: { replaces: true, same: sameLongId },
    clientId: { replaces: true, same: sameLongId },
  },
  uniqueKeys: (inputs) => [
    {
      key: idOf(inputs),
      property: "clientId",
      reason: "a client is in a group once, so keep one of the two",
    },
  ],

  async create(inputs, context) {
    await join(inputs, context);
    return { id: idOf(inputs), state: inputs };
  },

  async read(_id, state, context) {
    const member = await isMember(state, context);
    if (member === undefined) return "unreadable";
    return member ? state : "gone";
  },

  async update(_id, state, _desired, context) {
    if ((await isMember(state, context)) !== true) await join(state, context);
    return state;
  },

  delete: (_id, state, context) => leave(state, context),
};

function idOf({ groupId, clientId }: Membership): string {
  return `${groupId}/${clientId}`;
}

function isMember(
  { groupId, clientId }: Membership,
  { platform }: OperationContext,
): Promise<boolean | undefined> {
  return platform.edgeGroups.isMember(groupId, clientId);
}

async function join(membership: Membership, context: OperationContext): Promise<void> {
  const { groupId, clientId } = membership;
  const progress = { id: idOf(membership), known: membership, unsure: [] };
  try {
    await sendChange(context, progress, () => context.platform.edgeGroups.add(groupId, clientId));
  } catch (error) {
    if (!(error instanceof PlatformError) || !(await isDone(error, membership, context))) throw error;
  }
}

async function isDone(
  error: PlatformError,
  membership: Membership,
  context: OperationContext,
): Promise<boolean> {
  if (!error.mayHaveTakenEffect && ![400, 409, 422].includes(error.status ?? 0)) return false;
  const member = await isMember(membership, context).catch(() => undefined);
  if (member === false) context.save();
  return member ?? saysMember(error);
}

async function leave(membership: Membership, context: OperationContext): Promise<void> {
  const { groupId, clientId } = membership;
  try {
    await context.platform.edgeGroups.remove(groupId, clientId);
  } catch (error) {
    if (!(error instanceof PlatformError) || ![400, 404, 405, 409, 422, 501].includes(error.status ?? 0))
      throw error;
    // Not a member any more, or no operation to remove one: the list tells, or else the text of a refusal.
    const member = await isMember(membership, context);
    if (member === false) return;
    if (isMissing(error))
      context.warn((member ? EDGE_GROUPS.stillMember : EDGE_GROUPS.maybeMember).message(membership));
    else if (member || !saysNoMember(error)) throw error;
  }
}
