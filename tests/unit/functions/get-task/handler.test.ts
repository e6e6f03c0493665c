import { expect, test } from "@jest/globals";
import { getTask, type PlatformError } from "../../../../sdk/src";
import type { TaskPath } from "../../../../simulator/src";
import { requestsWithQuery } from "../../../support/handler-setup";
import { createRouter } from "../../../support/platform";
import { PROBE } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import { setUp, setUpScripted } from "../setup";

const UNKNOWN = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21";

test("getTask returns a running task, a finished one with the ids of created objects, or a failed one with the platform's message", async () => {
  const platform = await setUp({ taskTime: "manual" });
  for (const name of ["edge", "branch"]) await createRouter(platform, name);
  platform.clearRequests();
  const [taskId = "", failing = ""] = platform.tasks.all().map(({ id }) => id);
  const running = { taskId, taskType: "create_router", projectId: 1, regionId: 2, finishedOn: null };
  expect(await getTask({ taskId })).toMatchObject({
    ...running,
    state: "RUNNING",
    error: null,
    createdResources: {},
  });
  expect(requestsWithQuery(platform)).toEqual([`GET /v1/tasks/${taskId}`]);
  platform.tasks.finish(taskId);
  const { state, error, createdResources, finishedOn } = await getTask({ taskId });
  expect({ state, error, createdResources }).toMatchObject({
    ...{ state: "FINISHED", error: null },
    createdResources: { routers: [platform.routers.all()[0]?.id], volumes: [] },
  });
  expect(finishedOn).toMatch(/^\d{4}-\d\d-\d\dT/);
  const message = "Quota limit for router_count exceeded by 1";
  platform.tasks.fail(failing, message);
  const failed = { state: "ERROR", error: message, createdResources: {} };
  expect(await getTask({ taskId: failing })).toMatchObject(failed);
});

test("a task has all fields of the platform, with names in camelCase, and an error that is not a text as JSON", async () => {
  await setUpScripted(() => ({
    body: {
      id: "17",
      state: "PAUSED",
      error: { code: 7 },
      data: { flavor_id: "g1", "weird key": [1] },
      schedule_id: null,
      created_resources: { floating_ips: ["a"], routers: ["9007199254740993"], ports: null },
    },
  }));
  expect(await getTask({ taskId: "17" })).toEqual({
    taskId: "17",
    state: "PAUSED",
    error: '{"code":7}',
    data: { flavor_id: "g1", "weird key": [1] },
    scheduleId: null,
    createdResources: { floatingIps: ["a"], routers: ["9007199254740993"] },
  });
});

test.each<TaskPath>(["both", "/v1/tasks", "/cloud/v1/tasks"])(
  "the error of a task that is unknown to a deployment with %s has the documented path",
  async (taskPath) => {
    const platform = await setUp({ taskPath });
    expect(await failureOf<PlatformError>(getTask({ taskId: UNKNOWN }))).toMatchObject({
      status: 404,
      path: `/v1/tasks/${UNKNOWN}`,
      advice: expect.stringMatching(/^Check the ids\./),
    });
    const tasks = requestsWithQuery(platform).filter((one) => one !== PROBE);
    expect(tasks).toEqual([
      `GET /v1/tasks/${UNKNOWN}`,
      `GET /cloud/v1/tasks/${UNKNOWN}`,
      "GET /cloud/v1/no-such-operation",
    ]);
  },
);
