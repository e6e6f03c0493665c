import type { LimitRequestRecord } from "../../api/quotas";
import { PlatformError } from "../../http/error";
import type { Run } from "../handler";
import { bodyOf, type Content, contentOf, contentOfRecord } from "./body";
import { isOpen } from "./status";

/** A request that was sent may be listed only after so many milliseconds. */
const LAG = 30_000;

/**
 * Asks for other limits, or takes an open request that asks for the same: it means what a new one would mean. Tells
 * the request; undefined where this deployment does not list any. `sent` is called once it is certain that there is one.
 */
export function ask(content: Content, run: Run, sent: () => void): Promise<LimitRequestRecord | undefined> {
  // Two equal requests must not both find that there is none.
  return run.platform.oneAtATime("quota limit request", run.signal, () => takeOrSend(content, run, sent));
}

async function takeOrSend(
  content: Content,
  run: Run,
  sent: () => void,
): Promise<LimitRequestRecord | undefined> {
  const before = await run.platform.quotas.requests({}, run.signal);
  if (before === undefined) return sendBlindly(content, run, sent);
  const equal = newestEqual(before.filter(isOpen), content);
  if (equal) {
    run.info(
      `quota limit request ${equal.id}, which is open and asks for the same, is taken: no second one was sent`,
    );
    return equal;
  }
  try {
    await run.platform.quotas.request(bodyOf(content), run.signal);
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.mayHaveTakenEffect) throw error;
    // The reply was lost, the request may not be.
    const own = await newcomer(content, before, run);
    if (own === undefined) throw error;
    return own;
  }
  sent();
  const own = await newcomer(content, before, run);
  if (own === undefined)
    run.warn(
      "a quota limit request was sent and is not listed yet, so its id is not known: `pulumi refresh` looks again",
    );
  return own;
}

/** The request that was sent; undefined where it is not listed in time. */
async function newcomer(
  content: Content,
  before: LimitRequestRecord[],
  run: Run,
): Promise<LimitRequestRecord | undefined> {
  const known = new Set(before.map(({ id }) => String(id)));
  const isNew = ({ id }: LimitRequestRecord) => !known.has(String(id));
  return run
    .lookFor(LAG, () => findEqual(content, run, isNew))
    .catch((error: unknown) => {
      if (!run.signal.aborted) throw error;
      return undefined;
    });
}

/** The newest request that asks for the same. */
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
    .sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? 1 : -1))[0];
}

async function sendBlindly(content: Content, run: Run, sent: () => void): Promise<undefined> {
  run.warn(
    "this deployment of the platform cannot list quota limit requests: their ids and decisions are not known here, and an equal one is not noticed",
  );
  try {
    await run.platform.quotas.request(bodyOf(content), run.signal);
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.mayHaveTakenEffect) throw error;
    const advice =
      "This deployment cannot list quota limit requests, so whether this one was made cannot be told: ask the platform before you run again, which sends it once more.";
    throw new PlatformError({ ...error, advice });
  }
  sent();
}
