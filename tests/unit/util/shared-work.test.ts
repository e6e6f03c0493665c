import { expect, test } from "@jest/globals";
import { SharedWork } from "../../../sdk/src/util/shared-work";
import { failureOf } from "../../support/until";

/** Work that ends when the test ends it. */
function startShared() {
  let finish: (result: string) => void = () => {};
  let end: AbortSignal | undefined;
  let left = 0;
  const shared = new SharedWork<string>(
    (signal) => {
      end = signal;
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
    () => {
      left++;
    },
  );
  return {
    shared,
    finish: (result: string) => finish(result),
    isEnded: () => end?.aborted,
    left: () => left,
  };
}

test("all callers get the same result", async () => {
  const { shared, finish, left } = startShared();
  const all = [shared.wait(), shared.wait(new AbortController().signal)];
  finish("done");
  expect(await Promise.all(all)).toEqual(["done", "done"]);
  expect(left()).toBe(1);
});

test("a caller that aborts does not end the work of the others", async () => {
  const { shared, finish, isEnded } = startShared();
  const end = new AbortController();
  const one = failureOf(shared.wait(end.signal));
  const other = shared.wait();
  end.abort(new Error("time is over"));
  expect((await one).message).toBe("time is over");
  expect(isEnded()).toBe(false);
  finish("done");
  expect(await other).toBe("done");
});

test("the work ends when the last caller aborts", async () => {
  const { shared, isEnded, left } = startShared();
  const ends = [new AbortController(), new AbortController()];
  const all = ends.map((end) => failureOf(shared.wait(end.signal)));
  for (const end of ends) end.abort(new Error("time is over"));
  await Promise.all(all);
  expect([isEnded(), left()]).toEqual([true, 1]);
});

test("a caller whose signal has aborted does not wait", async () => {
  const { shared, isEnded } = startShared();
  const signal = AbortSignal.abort(new Error("time is over"));
  expect((await failureOf(shared.wait(signal))).message).toBe("time is over");
  expect(isEnded()).toBe(true);
});
