import { getEventListeners } from "node:events";
import { expect, test } from "@jest/globals";
import { SingleFlight } from "../../../sdk/src/util/single-flight";
import { failureOf } from "../../support/until";

/** Work that ends when the test ends it. */
function startShared() {
  let finish: (result: string) => void = () => {};
  let end: AbortSignal | undefined;
  const shared = new SingleFlight<string>((signal) => {
    end = signal;
    return new Promise((resolve, reject) => {
      finish = resolve;
      signal.addEventListener("abort", () => reject(new Error(`aborted: ${signal.reason.message}`)));
    });
  });
  return { shared, finish: (result: string) => finish(result), isAborted: () => end?.aborted };
}

test("all callers get the same result", async () => {
  const { shared, finish, isAborted } = startShared();
  const all = [shared.wait(), shared.wait(new AbortController().signal)];
  expect(shared.isOver).toBe(false);
  finish("done");
  expect(await Promise.all(all)).toEqual(["done", "done"]);
  expect([shared.isOver, isAborted()]).toEqual([true, false]);
});

test("a caller after the end gets the result, and its signal aborts nothing", async () => {
  const { shared, finish, isAborted } = startShared();
  finish("done");
  const end = new AbortController();
  expect(await shared.wait(end.signal)).toBe("done");
  end.abort(new Error("time is over"));
  expect(isAborted()).toBe(false);
  expect(getEventListeners(end.signal, "abort")).toEqual([]);
});

test("a caller that aborts does not end the work of the others", async () => {
  const { shared, finish, isAborted } = startShared();
  const end = new AbortController();
  const one = failureOf(shared.wait(end.signal));
  const other = shared.wait();
  end.abort(new Error("time is over"));
  expect((await one).message).toBe("time is over");
  expect([shared.isOver, isAborted()]).toEqual([false, false]);
  finish("done");
  expect(await other).toBe("done");
});

test("the last caller that aborts ends the work, and gets the error of the work", async () => {
  const { shared, isAborted } = startShared();
  const ends = [new AbortController(), new AbortController()];
  const all = ends.map((end) => failureOf(shared.wait(end.signal)));
  for (const end of ends) end.abort(new Error("time is over"));
  expect([shared.isOver, isAborted()]).toEqual([true, true]);
  expect((await Promise.all(all)).map(({ message }) => message)).toEqual([
    "time is over",
    "aborted: time is over",
  ]);
});

test("a caller whose signal has aborted does not wait", async () => {
  const { shared, isAborted } = startShared();
  const signal = AbortSignal.abort(new Error("time is over"));
  expect((await failureOf(shared.wait(signal))).message).toBe("aborted: time is over");
  expect(isAborted()).toBe(true);
});
