import { z } from "zod";
import type { OperationContext } from "../../lifecycle/context";
import type { ResourceHandler } from "../../lifecycle/handler";
import { longId } from "../../lifecycle/inputs/schemas";
import { sendChange } from "../../lifecycle/steps/changes";
import { deleteObject, isRefusal, refusalText } from "../../lifecycle/steps/deletion";
import { EdgeGroupsApi } from "../../platform/api/edge-groups";
import { type LongId, sameLongId } from "../../platform/api/ids";
import { isMissing } from "../../platform/api/reply";
import { PlatformError } from "../../platform/http/error";
import { ERRORS } from "./errors";
import { isAlreadyMember, isNoMember } from "./refusals";

const MembershipInputs = z.strictObject({ groupId: longId("group"), clientId: longId("client") });

interface Membership {
  groupId: LongId;
  clientId: LongId;
}

/** A client in a collaboration group of the edge platform. A membership has no properties beside the two ids. */
export const handler: ResourceHandler<Membership, Membership> = {
  type: "EdgeGroupMembership",
  inputs: MembershipInputs,
  properties: {
    groupId: { replaces: true, same: sameLongId },
    clientId: { replaces: true, same: sameLongId },
  },
  identity: { id: MembershipInputs.shape },
  probe: {
    name: "GET /fastedge/v1/admin/clients",
    path: "/fastedge/v1/admin/clients",
    query: { group__incl: 1, client_id: 1 },
  },
  uniqueKeys: (inputs) => [
    {
      key: idOf(inputs),
      property: "clientId",
      reason: "a client is in a group once, so keep one of the two",
    },
  ],

  async create(inputs, context) {
    await add(inputs, context);
    return { id: idOf(inputs), state: inputs };
  },

  async read(_id, state, context) {
    const member = await isMember(state, context);
    if (member === undefined) return "unreadable";
    return member ? state : "gone";
  },

  async update(_id, state, _desired, context) {
    const wasInterrupted = context.previous !== undefined;
    if (wasInterrupted && (await isMember(state, context)) !== true) await add(state, context);
    return state;
  },

  delete: (_id, state, context) => remove(state, context),
};

function idOf({ groupId, clientId }: Membership): string {
  return `${groupId}/${clientId}`;
}

/** Undefined if the deployment does not list members. */
function isMember(
  { groupId, clientId }: Membership,
  { platform }: OperationContext,
): Promise<boolean | undefined> {
  return new EdgeGroupsApi(platform).isMember(groupId, clientId);
}

async function add(membership: Membership, context: OperationContext): Promise<void> {
  const { groupId, clientId } = membership;
  const progress = { id: idOf(membership), known: membership, unsure: [] };
  try {
    await sendChange(context, progress, () => new EdgeGroupsApi(context.platform).add(groupId, clientId));
  } catch (error) {
    if (!(error instanceof PlatformError) || !(await isDone(error, membership, context))) throw error;
  }
}

/** Whether the client is a member although the request to add it failed. */
async function isDone(
  error: PlatformError,
  membership: Membership,
  context: OperationContext,
): Promise<boolean> {
  if (!error.mayHaveTakenEffect && !isRefusal(error)) return false;
  const member = await isMember(membership, context).catch(() => undefined);
  if (member === false) context.save();
  return member ?? isAlreadyMember(error);
}

async function remove(membership: Membership, context: OperationContext): Promise<void> {
  const { groupId, clientId } = membership;
  const undeleted = await deleteObject(
    () => new EdgeGroupsApi(context.platform).remove(groupId, clientId),
    async () => {
      const member = await isMember(membership, context);
      return { is: member === undefined ? "unreadable" : member ? "found" : "gone" };
    },
  );
  if (undeleted === undefined) return;
  const { error, left } = undeleted;
  const isFound = left.is === "found";
  if (isMissing(error)) context.warn((isFound ? ERRORS.stillMember : ERRORS.maybeMember).error(membership));
  else if (isFound || !isNoMember(refusalText(error))) throw error;
}
