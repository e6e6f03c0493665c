import { z } from "zod";
import { idOf } from "../../operation/identity";
import { anyId } from "../../operation/inputs/schemas";
import { propertiesOf } from "../../operation/properties";
import { isOutcomeUnknown, isRefusal, says, sentencesOf } from "../../operation/refusal";
import { type Change, done, type Live, type Resource } from "../../operation/resource";
import {
  addMember,
  isGroupMember,
  isUnlisted,
  listMembers,
  removeMember,
} from "../../platform/api/edge-groups";
import { type Id, sameId } from "../../platform/api/reply";
import { isMissing } from "../../platform/evidence/answers";
import { literal } from "../../util/text";
import { ERRORS } from "./errors";

const MembershipInputs = z.strictObject({ groupId: anyId("group"), clientId: anyId("client") });

const IDENTITY = { id: MembershipInputs.shape };

const SAME_MEMBER = "a client is in a group once, so keep one of the two";

type Membership = z.infer<typeof MembershipInputs>;

interface MembershipState extends Membership {
  /** The deployment did not list clients when it added this one, so it may have only the documented operation. */
  __unlisted?: true;
}

/** A client in a collaboration group of the edge platform. A membership has no properties beside the two ids. */
export const handler: Resource<Membership, MembershipState> = {
  type: "EdgeGroupMembership",
  inputs: MembershipInputs,
  properties: propertiesOf<Membership, MembershipState>(MembershipInputs, {
    groupId: { kind: "replaces", same: sameId },
    clientId: { kind: "replaces", same: sameId },
  }),
  identity: {
    ...IDENTITY,
    query: {
      groupId: MembershipInputs.shape.groupId,
      clientId: MembershipInputs.shape.clientId.optional(),
    },
    async read(reader, _id, { groupId, clientId }) {
      const isMember = await isGroupMember(reader, groupId, clientId);
      if (isMember === undefined) return "unreadable";
      return isMember ? live({ groupId, clientId }) : "gone";
    },
    async list(reader, { groupId = "" }) {
      const clients = await listMembers(reader, groupId);
      return clients?.map((clientId) => live({ groupId, clientId }));
    },
  },

  creation: (inputs) => ({
    unique: [[idOf(IDENTITY, inputs), "clientId", SAME_MEMBER]],
    known: inputs,
    step: add(inputs),
  }),

  // Nothing of a membership can be changed: only one that may be missing after an interrupted run is added again.
  change: (seen, { recorded }) => (typeof seen === "string" ? [add(recorded)] : []),

  removal: (membership) => [remove(membership)],
};

function live(state: MembershipState): Live<MembershipState> {
  return { id: idOf(IDENTITY, state), state };
}

function add(membership: Membership): Change<MembershipState> {
  const { groupId, clientId } = membership;
  return {
    async send(api) {
      await addMember(api, groupId, clientId);
      const isHidden = await isUnlisted(api, groupId, clientId);
      return isHidden ? live({ ...membership, __unlisted: true }) : done();
    },
    settle: (failure) =>
      (isOutcomeUnknown(failure) || isRefusal(failure)) &&
      ((seen) => {
        const isMember =
          seen === "unreadable" ? says(failure, sentencesAbout(membership, IS_MEMBER)) : seen !== "gone";
        return isMember ? [] : undefined;
      }),
  };
}

/** Only a deployment that did not list clients may have no operation to remove them. */
function remove(membership: MembershipState): Change<MembershipState> {
  const { groupId, clientId, __unlisted: isUnlisted } = membership;
  return {
    send: (api) => removeMember(api, groupId, clientId).then(done),
    settle: (failure) =>
      (isMissing(failure) || isRefusal(failure)) &&
      ((seen) => {
        const isFound = seen !== "unreadable";
        if (isMissing(failure)) {
          if (isFound || !isUnlisted)
            throw ERRORS.stillMember.error({ ...membership, summary: failure.summary });
          return [ERRORS.maybeMember.error(membership)];
        }
        return !isFound && says(failure, sentencesAbout(membership, IS_NO_MEMBER)) ? [] : undefined;
      }),
  };
}

const GROUP = "(?:the |this )?(?:collaboration )?group(?: (?:with )?(?:id )?<group>)?";
const CLIENT = "(?:the |this )?client(?: (?:with )?(?:id )?<client>)?";

/** What the platform says if it refuses to add a client that is a member. */
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
  const inText = (id: Id) => () => literal(String(id).toLowerCase());
  return sentencesOf(
    forms.map((form) => form.replaceAll("<group>", inText(groupId)).replaceAll("<client>", inText(clientId))),
  );
}
