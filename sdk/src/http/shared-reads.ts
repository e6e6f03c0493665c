import type { Clock } from "../util/clock";
import { canonicalJson } from "../util/json";
import { abortedWait } from "./aborted";
import type { Call, Reply, Send } from "./call";

/** Only reads that are requested within this time of each other share a request. */
const SHARED_FOR_MS = 100;

interface SharedRead {
  sentAt: number;
  /** How many replies had arrived when the read was sent. */
  replies: number;
  reply: Promise<Reply>;
  callers: number;
  /** Ends the request when its last caller has gone. */
  end: AbortController;
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
    const end = new AbortController();
    const reply = counted({ ...call, signal: end.signal });
    const read = { sentAt: clock.now(), replies, reply, callers: 0, end };
    reads.set(key, read);
    const forget = () => reads.get(key) === read && reads.delete(key);
    reply.then(forget, forget);
    return read;
  };

  const isJoinable = (read: SharedRead) =>
    read.replies === replies && !read.end.signal.aborted && clock.now() - read.sentAt <= SHARED_FOR_MS;

  return (call) => {
    const { signal, ...request } = call;
    // A call without a signal has a time limit of its own, so it is sent alone.
    if (call.method !== "GET" || signal === undefined || signal.aborted) return counted(call);
    const key = canonicalJson(request);
    const current = reads.get(key);
    return join(current && isJoinable(current) ? current : begin(key, call), call, signal);
  };
}

function join(read: SharedRead, call: Call, signal: AbortSignal): Promise<Reply> {
  read.callers += 1;
  return new Promise((resolve, reject) => {
    const leave = () => {
      read.callers -= 1;
      if (read.callers > 0) reject(abortedWait(call, signal.reason));
      // The last caller gets the error of the request, which has the last reply of the platform.
      else read.end.abort(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    read.reply.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
