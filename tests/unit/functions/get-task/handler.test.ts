import { describe, expect, test } from "@jest/globals";
import { getTask, type PlatformError } from "../../../../sdk/src";
import type { TaskPath } from "../../../../simulator/src";
import { requestsWithQuery } from "../../../support/handler-setup";
import { createRouter } from "../../../support/platform";
import { PROBE } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import { setUp, setUpScripted } from "../setup";

const UNKNOWN = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21";

/** A platform with the task of a router's creation. */
async function startWithTask() {
  const platform = await setUp({ taskTime: "manual" });
  await createRouter(platform);
  platform.clearRequests();
  return { platform, taskId: platform.tasks.all()[0]?.id ?? "" };
}

describe("a task", () => {
  test("may be running", async () => {
    const { platform, taskId } = await startWithTask();
    expect(await getTask({ taskId })).toMatchObject({
      taskId,
      state: "RUNNING",
      error: null,
      createdResources: {},
      taskType: "create_router",
      projectId: 1,
      regionId: 2,
      finishedOn: null,
    });
    expect(requestsWithQuery(platform)).toEqual([`GET /v1/tasks/${taskId}`]);
  });

  test("that has finished has the ids of the created objects", async () => {
    const { platform, taskId } = await startWithTask();
    platform.tasks.finish(taskId);
    const task = await getTask({ taskId });
    expect(task).toMatchObject({ state: "FINISHED", error: null });
    expect(task.createdResources.routers).toEqual([platform.routers.all()[0]?.id]);
    expect(task.createdResources.volumes).toEqual([]);
    expect(task.finishedOn).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  test("that has failed has the platform's message", async () => {
    const { platform, taskId } = await startWithTask();
    platform.tasks.fail(taskId, "Quota limit for router_count exceeded by 1");
    expect(await getTask({ taskId })).toMatchObject({
      state: "ERROR",
      error: "Quota limit for router_count exceeded by 1",
      createdResources: {},
    });
  });

  test("has all fields of the platform, with names in camelCase", async () => {
    await setUpScripted(() => ({
      body: {
        id: "17",
        state: "PAUSED",
        detailed_state: "waiting_for_host",
        data: { flavor_id: "g1", "weird key": [1] },
        schedule_id: null,
        created_resources: { floating_ips: ["a"], routers: [9007199254740993n.toString()], ports: null },
        job_id: 7,
      },
    }));
    expect(await getTask({ taskId: "17" })).toEqual({
      taskId: "17",
      state: "PAUSED",
      error: null,
      detailedState: "waiting_for_host",
      data: { flavor_id: "g1", "weird key": [1] },
      scheduleId: null,
      createdResources: { floatingIps: ["a"], routers: ["9007199254740993"] },
      jobId: 7,
    });
  });

  test("may have an error that is not a text", async () => {
    await setUpScripted(() => ({ body: { state: "ERROR", error: { code: 7 } } }));
    expect(await getTask({ taskId: "17" })).toEqual({
      taskId: "17",
      state: "ERROR",
      error: '{"code":7}',
      createdResources: {},
    });
  });
});

describe("an error", () => {
  const failure = (taskId = UNKNOWN) => failureOf<PlatformError>(getTask({ taskId }));

  test.each<TaskPath>(["both", "/v1/tasks", "/cloud/v1/tasks"])(
    "if the task is unknown on a deployment that has %s: the error names the documented path",
    async (taskPath) => {
      const platform = await setUp({ taskPath });
      expect(await failure()).toMatchObject({
        name: "PlatformError",
        status: 404,
        path: `/v1/tasks/${UNKNOWN}`,
        advice: expect.stringMatching(/^Check the ids\./),
      });
      const tasks = requestsWithQuery(platform).filter((one) => one !== PROBE);
      expect(tasks).toEqual([`GET /v1/tasks/${UNKNOWN}`, `GET /cloud/v1/tasks/${UNKNOWN}`]);
    },
  );

  test("contains the platform's message", async () => {
    await setUp();
    expect((await failure()).reason).toBe(`Task ${UNKNOWN} was not found`);
  });
});
