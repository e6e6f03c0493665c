import type { Clock } from "../../util/clock";
import { canonicalJson } from "../../util/json";
import { SingleFlight } from "../../util/single-flight";
import { abortedWait } from "./aborted";
import type { Call, Reply, Send } from "./call";

/** Only reads that are requested within this time of each other share a request. */
const SHARED_FOR_MS = 100;

interface SharedRead {
  sentAt: number;
  /** How many replies had arrived when the read was sent. */
  replies: number;
  work: SingleFlight<Reply>;
}

/**
 * Sends one request for identical reads that are requested at about the same time, such as ten resources that are created
 * at once and look into the same list.
 *
 * A read must see all changes that its caller knows of. The caller knows them from replies: to the change, or to a poll of
 * its task. So a read joins another one only if no reply has arrived since that one was sent. Another process may know of
 * more; the short time in which reads are shared covers that.
 */
export function withSharedReads(send: Send, clock: Clock): Send {
  const reads = new Map<string, SharedRead>();
  let replies = 0;

  const counted: Send = async (call) => {
    try {
      return await send(call);
    } finally {
      replies += 1;
    }
  };

  const begin = (key: string, call: Call): SharedRead => {
    const forget = () => reads.get(key) === read && reads.delete(key);
    const work = new SingleFlight((signal) => counted({ ...call, signal }).finally(forget));
    const read = { sentAt: clock.now(), replies, work };
    reads.set(key, read);
    return read;
  };

  const isJoinable = (read: SharedRead) =>
    read.replies === replies && !read.work.isOver && clock.now() - read.sentAt <= SHARED_FOR_MS;

  return (call) => {
    const { signal, ...request } = call;
    // A call without a signal has a time limit of its own, so it is sent alone.
    if (call.method !== "GET" || signal === undefined || signal.aborted) return counted(call);
    const key = canonicalJson(request);
    const current = reads.get(key);
    const { work } = current && isJoinable(current) ? current : begin(key, call);
    return work.wait(signal).catch((error: unknown) => {
      throw error === signal.reason ? abortedWait(call, error) : error;
    });
  };
}
