import { z } from "zod";
import type { OperationContext, ResourceHandler } from "../../lifecycle/handler";
import { longId } from "../../lifecycle/inputs/schemas";
import { sendChange } from "../../lifecycle/steps/change";
import { deleteObject } from "../../lifecycle/steps/delete";
import { isRefusal, says, sentencesOf } from "../../lifecycle/steps/refusal";
import { EdgeGroupsApi, EdgeGroupsReader } from "../../platform/api/edge-groups";
import type { Read } from "../../platform/api/pages";
import { isMissing, type LongId, sameLongId } from "../../platform/api/reply";
import { PlatformError } from "../../platform/http/error";
import { ERRORS } from "./errors";

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
  list: {
    place: { groupId: MembershipInputs.shape.groupId },
    async read({ groupId }, { api }) {
      const group = groupId as LongId;
      const clients = await new EdgeGroupsReader(api).members(group);
      return clients?.map((clientId) => ({ groupId: group, clientId }));
    },
  },
  probe: { name: "GET /fastedge/v1/admin/clients", query: { group__incl: 1, client_id: 1 } },
  uniqueKeys: (inputs) => [
    {
      key: idOf(inputs),
      property: "clientId",
      reason: "a client is in a group once, so keep one of the two",
    },
  ],
  work: { create: () => [{ requests: 1 }], delete: () => [{ requests: 1 }] },

  async create(inputs, context) {
    await add(inputs, context);
    return { id: idOf(inputs), state: inputs };
  },

  read: (_id, state, context) => readMember(state, context),

  async update(_id, state, _desired, context) {
    const wasInterrupted = context.previous !== undefined;
    if (wasInterrupted && typeof (await readMember(state, context)) === "string") await add(state, context);
    return state;
  },

  delete: (_id, state, context) => remove(state, context),
};

function idOf({ groupId, clientId }: Membership): string {
  return `${groupId}/${clientId}`;
}

async function readMember(membership: Membership, { api }: OperationContext): Promise<Read<Membership>> {
  const isMember = await new EdgeGroupsReader(api).isMember(membership.groupId, membership.clientId);
  if (isMember === undefined) return "unreadable";
  return isMember ? membership : "gone";
}

async function add(membership: Membership, context: OperationContext): Promise<void> {
  const { groupId, clientId } = membership;
  const step = { id: idOf(membership), known: membership, uncertain: [] };
  try {
    await sendChange(context, step, () => new EdgeGroupsApi(context.api).add(groupId, clientId));
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
  const member = await readMember(membership, context).catch(() => "unreadable");
  if (member === "gone") context.save();
  return member === "unreadable" ? says(error, sentencesAbout(membership, IS_MEMBER)) : member !== "gone";
}

async function remove(membership: Membership, context: OperationContext): Promise<void> {
  const { groupId, clientId } = membership;
  const undeleted = await deleteObject(
    () => new EdgeGroupsApi(context.api).remove(groupId, clientId),
    () => readMember(membership, context),
  );
  if (undeleted === undefined) return;
  const { error, left } = undeleted;
  const isFound = left !== "unreadable";
  if (isMissing(error)) context.warn((isFound ? ERRORS.stillMember : ERRORS.maybeMember).error(membership));
  else if (isFound || !says(error, sentencesAbout(membership, IS_NO_MEMBER))) throw error;
}

const GROUP = "(?:the |this )?(?:collaboration )?group(?: (?:with )?(?:id )?<group>)?";
const CLIENT = "(?:the |this )?client(?: (?:with )?(?:id )?<client>)?";

/** What the platform says if it refuses to add a client that is a member. docs/operations.md lists these sentences. */
const IS_MEMBER = [
  `${CLIENT} (?:is|was|has been) already (?:a member of|in|part of|added to) ${GROUP}`,
  `${CLIENT} (?:is )?already (?:a member|belongs to ${GROUP}|exists in ${GROUP})`,
  `(?:is )?already a member(?: of ${GROUP})?`,
  `${GROUP} already (?:has|contains) ${CLIENT}`,
  "(?:the |this )?membership (?:already )?exists",
  "duplicate member(?:ship)?",
];

/** What the platform says if it refuses to remove a client that is not a member. */
const IS_NO_MEMBER = [
  `${CLIENT} (?:is|was) (?:not|no longer) (?:a member|in ${GROUP}|part of ${GROUP}|a member of ${GROUP})`,
  `${CLIENT} is no member(?: of ${GROUP})?`,
  `${CLIENT} (?:does not|doesn't) belong to ${GROUP}`,
  `not a member(?: of ${GROUP})?`,
  `${GROUP} (?:has no|does not have|does not contain) (?:${CLIENT}|such (?:client|member))`,
  "(?:the |this )?membership (?:does not exist|doesn't exist|was not found|not found)",
];

/** A sentence that names another client or group has none of the forms. */
function sentencesAbout({ groupId, clientId }: Membership, forms: string[]): RegExp {
  return sentencesOf(
    forms.map((form) => form.replaceAll("<group>", String(groupId)).replaceAll("<client>", String(clientId))),
  );
}
