import type { Api } from "../../api/platform";
import type { LimitRequestRecord } from "../../api/quotas";
import { findCreated, mayHaveTakenEffect } from "../../contract/changes";
import type { OperationContext } from "../../contract/context";
import { QUOTAS } from "../../errors/quotas";
import { PlatformError } from "../../http/error";
import { bodyOf, type Content, contentOf, contentOfRecord } from "./body";
import { isOpen } from "./status";

/**
 * Asks for other limits, or takes an open request that asks for the same: it means what a new one would mean. Tells
 * the request; undefined where it was sent and is not listed.
 */
export function ask(content: Content, context: OperationContext): Promise<LimitRequestRecord | undefined> {
  // Two equal requests must not both find that there is none.
  return context.oneAtATime("quota limit request", () => takeOrSend(content, context));
}

async function takeOrSend(
  content: Content,
  context: OperationContext,
): Promise<LimitRequestRecord | undefined> {
  const before = await context.platform.quotas.listRequests({});
  if (before === undefined) return sendBlindly(content, context);
  const left = leftBehind(before, content, context);
  if (left) {
    const lookup = context.previous?.lookup;
    if (lookup) context.save({ lookup });
    context.info(`quota limit request ${left.id}, which an earlier run sent, is used: no second one is sent`);
    return left;
  }
  const equal = newestEqual(before.filter(isOpen), content);
  context.save({
    lookup: { before: before.filter((record) => record !== equal).map(({ id }) => String(id)) },
  });
  if (equal) {
    context.info(
      `quota limit request ${equal.id}, which is open and asks for the same, is taken: no second one was sent`,
    );
    return equal;
  }
  return send(content, before, context);
}

/** Sends a request and finds it in the list, also where the reply was lost. */
async function send(
  content: Content,
  before: LimitRequestRecord[],
  context: OperationContext,
): Promise<LimitRequestRecord | undefined> {
  try {
    await context.platform.quotas.createRequest(bodyOf(content));
  } catch (error) {
    if (!mayHaveTakenEffect(error)) {
      context.save();
      throw error;
    }
    // The reply was lost, the request may not be.
    const own = await newRequest(content, before, context);
    if (own === undefined) throw error;
    return own;
  }
  const own = await newRequest(content, before, context);
  if (own === undefined) context.warn(QUOTAS.notListedYet.message());
  return own;
}

/** The request that an earlier run had sent or taken when it was killed. It may be decided by now. */
function leftBehind(
  all: LimitRequestRecord[],
  content: Content,
  context: OperationContext,
): LimitRequestRecord | undefined {
  const { id, lookup } = context.previous ?? {};
  const before = lookup?.before as string[] | undefined;
  if (id !== undefined)
    return newestEqual(
      all.filter((record) => String(record.id) === id),
      content,
    );
  return before && newestEqual(all.filter(notAmong(before)), content);
}

/** The request that was sent; undefined where it is not listed in time. */
async function newRequest(
  content: Content,
  before: LimitRequestRecord[],
  context: OperationContext,
): Promise<LimitRequestRecord | undefined> {
  const isNew = notAmong(before.map(({ id }) => String(id)));
  return findCreated(context, (platform) => findEqual(content, platform, isNew));
}

function notAmong(ids: string[]): (record: LimitRequestRecord) => boolean {
  const known = new Set(ids);
  return ({ id }) => !known.has(String(id));
}

/** The newest request that asks for the same, open ones first. */
export async function findEqual(
  content: Content,
  platform: Api,
  isCandidate: (record: LimitRequestRecord) => boolean = () => true,
): Promise<LimitRequestRecord | undefined> {
  const all = (await platform.quotas.listRequests({})) ?? [];
  return newestEqual(all.filter(isCandidate), content);
}

function newestEqual(records: LimitRequestRecord[], content: Content): LimitRequestRecord | undefined {
  const wanted = contentOf(content);
  return records
    .filter((record) => contentOfRecord(record) === wanted)
    .sort((one, other) => Number(isOpen(other)) - Number(isOpen(one)) || newerFirst(one, other))[0];
}

function newerFirst(one: LimitRequestRecord, other: LimitRequestRecord): number {
  return BigInt(one.id) < BigInt(other.id) ? 1 : -1;
}

async function sendBlindly(content: Content, context: OperationContext): Promise<undefined> {
  context.warn(QUOTAS.cannotList.message());
  try {
    await context.platform.quotas.createRequest(bodyOf(content));
  } catch (error) {
    if (!mayHaveTakenEffect(error)) throw error;
    throw new PlatformError({ ...error, advice: QUOTAS.creationUncertain.remedy });
  }
}
