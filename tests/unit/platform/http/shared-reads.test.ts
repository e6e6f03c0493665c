import { getEventListeners } from "node:events";
import { describe, expect, test } from "@jest/globals";
import { REPLIES } from "../../../../sdk/src/errors/replies";
import type { Call, Reply } from "../../../../sdk/src/platform/http/call";
import { PlatformError } from "../../../../sdk/src/platform/http/error";
import { withSharedReads } from "../../../../sdk/src/platform/http/shared-reads";
import { TestClock } from "../../../support/clock";
import { failureOf } from "../../../support/until";

const LIST: Call = {
  method: "GET",
  path: "/cloud/v1/routers/1/2",
  query: { limit: 1000, offset: 0 },
  signal: new AbortController().signal,
};
const CHANGE: Call = { method: "POST", path: "/cloud/v1/routers/1/2", body: { name: "edge" } };

/** A platform that answers when the test says so, and the calls that have reached it. */
function setUp() {
  const clock = new TestClock();
  const sent: Array<{ call: Call; answer(body?: unknown): void; fail(error: Error): void }> = [];
  const send = withSharedReads(
    (call) =>
      new Promise<Reply>((resolve, reject) => {
        sent.push({ call, answer: (body) => resolve({ status: 200, body }), fail: reject });
        call.signal?.addEventListener("abort", () => reject(aborted(call)));
      }),
    clock,
  );
  const answer = async (index: number, body?: unknown) => {
    sent[index]?.answer(body);
    await new Promise(setImmediate);
  };
  return { clock, sent, send, answer };
}

function aborted({ method, path, signal }: Call): PlatformError {
  return new PlatformError({
    method,
    path,
    reason: `the request itself: ${String(signal?.reason)}`,
    mayHaveTakenEffect: false,
    retryable: false,
    kind: REPLIES.serverError,
  });
}

describe("identical reads at the same time", () => {
  test("share one request", async () => {
    const { send, sent, answer } = setUp();
    const reads = Array.from({ length: 10 }, () => send({ ...LIST, signal: new AbortController().signal }));
    await answer(0, "routers");
    expect((await Promise.all(reads)).map(({ body }) => body)).toEqual(Array(10).fill("routers"));
    expect(sent).toHaveLength(1);
  });

  test("share its failure", async () => {
    const { send, sent } = setUp();
    const reads = [send(LIST), send(LIST)].map((read) => failureOf(read));
    sent[0]?.fail(new Error("broken"));
    for (const failure of await Promise.all(reads)) expect(failure.message).toBe("broken");
    expect(sent).toHaveLength(1);
  });

  test.each<[string, Call]>([
    ["path", { ...LIST, path: "/cloud/v1/routers/1/3" }],
    ["query", { ...LIST, query: { limit: 1000, offset: 1000 } }],
    ["method", { ...LIST, method: "DELETE" }],
    ["treatment of 429", { ...LIST, retryOn429: false }],
  ])("do not share it with one of another %s", (_, other) => {
    const { send, sent } = setUp();
    void send(LIST);
    void send(other);
    expect(sent).toHaveLength(2);
  });

  test("are sent again once they were answered", async () => {
    const { send, sent, answer } = setUp();
    const first = send(LIST);
    await answer(0, "old");
    await first;
    const second = send(LIST);
    await answer(1, "new");
    expect((await second).body).toBe("new");
    expect(sent).toHaveLength(2);
  });

  test("that come later than a moment are sent again: another process may have changed something", async () => {
    const { send, sent, clock } = setUp();
    void send(LIST);
    await clock.advance(100);
    void send(LIST);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    void send(LIST);
    expect(sent).toHaveLength(2);
  });
});

test("a read without a signal is sent alone: it has a time limit of its own", () => {
  const { send, sent } = setUp();
  const { signal: _, ...endless } = LIST;
  void send(LIST);
  void send(endless);
  void send(endless);
  expect(sent.map(({ call }) => call.signal === undefined)).toEqual([false, true, true]);
});

describe("a read after a change", () => {
  /** A read was sent before a change, and the change is done. */
  async function setUpChanged() {
    const reads = setUp();
    const before = reads.send(LIST);
    const change = reads.send(CHANGE);
    await reads.answer(1);
    await change;
    return { ...reads, before };
  }

  test("is never answered by one that was sent before the change was done", async () => {
    const { send, sent, answer, before } = await setUpChanged();
    const after = send(LIST);
    await answer(0, "without the change");
    await answer(2, "with the change");
    expect((await before).body).toBe("without the change");
    expect((await after).body).toBe("with the change");
    expect(sent).toHaveLength(3);
  });

  test("is sent also where the change failed: it may have taken effect", async () => {
    const { send, sent } = setUp();
    void send(LIST);
    const change = failureOf(send(CHANGE));
    sent[1]?.fail(new Error("the reply was lost"));
    await change;
    void send(LIST);
    expect(sent).toHaveLength(3);
  });

  test("is sent after a poll that showed the end of a task", async () => {
    const { send, sent, answer } = setUp();
    void send(LIST);
    const poll = send({ method: "GET", path: "/v1/tasks/t1" });
    await answer(1, "FINISHED");
    await poll;
    void send(LIST);
    expect(sent).toHaveLength(3);
  });

  test("is shared by those that come after the change as well", async () => {
    const { send, sent, answer } = await setUpChanged();
    const reads = [send(LIST), send(LIST)];
    await answer(2, "with the change");
    for (const { body } of await Promise.all(reads)) expect(body).toBe("with the change");
    expect(sent).toHaveLength(3);
  });

  test("does not take part in a read that was begun before and is answered later", async () => {
    const { send, sent, answer, before } = await setUpChanged();
    const after = send(LIST);
    await answer(0, "old");
    await before;
    // The later read is not forgotten with the earlier one.
    expect(sent).toHaveLength(3);
    await answer(2, "new");
    expect((await after).body).toBe("new");
  });
});

describe("a caller that goes", () => {
  test("does not end the read for the others", async () => {
    const { send, sent, answer } = setUp();
    const [one, other] = [new AbortController(), new AbortController()];
    const [first, second] = [
      failureOf(send({ ...LIST, signal: one.signal })),
      send({ ...LIST, signal: other.signal }),
    ];
    one.abort(new Error("the run was cancelled"));
    expect(await first).toMatchObject({
      name: "PlatformError",
      reason: "the run was cancelled before the platform answered",
      mayHaveTakenEffect: false,
      retryable: false,
    });
    expect(sent[0]?.call.signal?.aborted).toBe(false);
    await answer(0, "routers");
    expect((await second).body).toBe("routers");
    expect(getEventListeners(other.signal, "abort")).toEqual([]);
  });

  test("and is the last one ends the request, and gets the request's own error", async () => {
    const { send, sent } = setUp();
    const ends = [new AbortController(), new AbortController()];
    const reads = ends.map(({ signal }) => failureOf<PlatformError>(send({ ...LIST, signal })));
    for (const end of ends) end.abort(new Error("enough"));
    expect((await Promise.all(reads)).map(({ reason }) => reason)).toEqual([
      "enough before the platform answered",
      "the request itself: Error: enough",
    ]);
    expect(sent[0]?.call.signal?.aborted).toBe(true);
  });

  test("leaves nothing to join", async () => {
    const { send, sent } = setUp();
    const end = new AbortController();
    const gone = failureOf(send({ ...LIST, signal: end.signal }));
    end.abort(new Error("enough"));
    void send(LIST);
    expect(sent).toHaveLength(2);
    await gone;
  });

  test("that has gone before sends nothing of others", async () => {
    const { send, sent } = setUp();
    void send(LIST);
    const signal = AbortSignal.abort(new Error("enough"));
    void send({ ...LIST, signal });
    expect(sent[1]?.call.signal).toBe(signal);
  });
});
