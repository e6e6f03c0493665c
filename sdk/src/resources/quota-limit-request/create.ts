import type { LimitRequestRecord } from "../../api/quotas";
import type { Run } from "../../contract/resource";
import { QUOTAS } from "../../errors/quotas";
import { PlatformError } from "../../http/error";
import { bodyOf, type Content, contentOf, contentOfRecord } from "./body";
import { isOpen } from "./status";

/**
 * Asks for other limits, or takes an open request that asks for the same: it means what a new one would mean. Tells
 * the request; undefined where it was sent and is not listed.
 */
export function ask(content: Content, run: Run): Promise<LimitRequestRecord | undefined> {
  // Two equal requests must not both find that there is none.
  return run.platform.oneAtATime("quota limit request", run.signal, () => takeOrSend(content, run));
}

async function takeOrSend(content: Content, run: Run): Promise<LimitRequestRecord | undefined> {
  const before = await run.platform.quotas.requests({}, run.signal);
  if (before === undefined) return sendBlindly(content, run);
  const left = leftBehind(before, content, run);
  if (left) {
    run.info(
      `quota limit request ${left.id} is that of a run that broke off: it is taken, and no second one was sent`,
    );
    return left;
  }
  const equal = newestEqual(before.filter(isOpen), content);
  run.note({ before: before.filter((record) => record !== equal).map(({ id }) => String(id)) });
  if (equal) {
    run.info(
      `quota limit request ${equal.id}, which is open and asks for the same, is taken: no second one was sent`,
    );
    return equal;
  }
  return send(content, before, run);
}

/** Sends a request and finds it in the list, also where the reply was lost. */
async function send(
  content: Content,
  before: LimitRequestRecord[],
  run: Run,
): Promise<LimitRequestRecord | undefined> {
  try {
    await run.platform.quotas.request(bodyOf(content), run.signal);
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.mayHaveTakenEffect) {
      run.forget();
      throw error;
    }
    // The reply was lost, the request may not be.
    const own = await newcomer(content, before, run);
    if (own === undefined) throw error;
    return own;
  }
  const own = await newcomer(content, before, run);
  if (own === undefined) run.warn(QUOTAS.notListedYet.says());
  return own;
}

/** The request that an earlier run had sent or taken when it was killed. It may be decided by now. */
function leftBehind(all: LimitRequestRecord[], content: Content, run: Run): LimitRequestRecord | undefined {
  const before = run.recalls?.facts.before as string[] | undefined;
  return before && newestEqual(all.filter(notAmong(before)), content);
}

/** The request that was sent; undefined where it is not listed in time. */
async function newcomer(
  content: Content,
  before: LimitRequestRecord[],
  run: Run,
): Promise<LimitRequestRecord | undefined> {
  const isNew = notAmong(before.map(({ id }) => String(id)));
  return run.lookFor(() => findEqual(content, run, isNew));
}

function notAmong(ids: string[]): (record: LimitRequestRecord) => boolean {
  const known = new Set(ids);
  return ({ id }) => !known.has(String(id));
}

/** The newest request that asks for the same, open ones first. */
export async function findEqual(
  content: Content,
  run: Run,
  isCandidate: (record: LimitRequestRecord) => boolean = () => true,
): Promise<LimitRequestRecord | undefined> {
  const all = (await run.platform.quotas.requests({}, run.signal)) ?? [];
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

async function sendBlindly(content: Content, run: Run): Promise<undefined> {
  run.warn(QUOTAS.cannotList.says());
  try {
    await run.platform.quotas.request(bodyOf(content), run.signal);
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.mayHaveTakenEffect) throw error;
    throw new PlatformError({ ...error, advice: QUOTAS.unsure.remedy });
  }
}
