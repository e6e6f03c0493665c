import { describe, expect, test } from "@jest/globals";
import { logLines } from "../../../support/handler-setup";
import { changes } from "../../../support/platform";
import { args, body, setUpRuns } from "./setup";

// A run is killed after it has sent a request. The state does not contain the request, and it may be decided before
// the next run on the same machine.

describe("a request of a killed run", () => {
  test.each(["approve", "reject"] as const)(
    "is used by the next run if it was decided in the meantime (%s)",
    async (decide) => {
      const { platform, killed, next } = await setUpRuns();
      await killed.up(args);
      const id = killed.state?.id as string;
      platform.quotas[decide](id);
      await next.up(args);
      expect(next.state?.id).toBe(id);
      expect(changes(platform)).toHaveLength(1);
      expect(logLines(next)).toEqual([
        `info: quota limit request ${id}, which an earlier run created, is used: no second one is created`,
      ]);
    },
  );

  test("is used once: the run after that finds it in the state, and a later resource sends a new one", async () => {
    const { platform, killed, next } = await setUpRuns();
    await killed.up(args);
    const id = killed.state?.id as string;
    await next.up(args);
    await next.up(args);
    platform.quotas.reject(id);
    await next.destroy();
    await next.up(args);
    expect(next.state?.id).not.toBe(id);
    expect(platform.quotas.requests()).toHaveLength(2);
  });

  test("is used as well if the killed run had found its id", async () => {
    const { platform, killed, next } = await setUpRuns();
    const { id } = platform.quotas.add(body);
    await killed.up(args);
    platform.quotas.approve(id);
    await next.up(args);
    expect(next.state?.id).toBe(id);
    expect(changes(platform)).toEqual([]);
  });

  test("is sent again by a run on another machine, which cannot know the origin of the decided one", async () => {
    const { platform, killed, elsewhere } = await setUpRuns();
    await killed.up(args);
    platform.quotas.approve(killed.state?.id as string);
    await elsewhere.up(args);
    expect(changes(platform)).toHaveLength(2);
  });
});

describe("a decided request of somebody else", () => {
  test("is not used if it existed before the killed run", async () => {
    const { platform, killed, next } = await setUpRuns();
    const { id } = platform.quotas.add({ ...body, status: "done" });
    await killed.up(args);
    await next.up(args);
    expect(next.state?.id).not.toBe(id);
    expect(next.state?.id).toBe(killed.state?.id);
  });
});
