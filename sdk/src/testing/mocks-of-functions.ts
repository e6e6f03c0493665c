import { canonicalJson, type JsonObject, omitNullish } from "../util/json";
import { mockRouter } from "./mocks-of-resources";
import type { PlainFunctions } from "./options";
import { MOCK_TIME, type MockValues, valuesOf } from "./values";

type Args<F extends (args: never) => unknown> = NonNullable<Parameters<F>[0]>;

/** Plausible results of each function. */
const FUNCTION_MOCKS: {
  [Name in keyof PlainFunctions]: (
    args: Args<PlainFunctions[Name]>,
    values: MockValues,
  ) => Awaited<ReturnType<PlainFunctions[Name]>>;
} = {
  forceRetryCertificate: ({ certId }) => ({
    certId,
    outcome: "started",
    message: "The issuing process has been started.",
  }),

  getAiTasks(args, values) {
    const { taskId = values.uuid("task"), taskName = "transcription", status = "SUCCESS" } = args;
    return {
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          taskId,
          status,
          progress: 100,
          taskData: { taskName, url: "https://videos.example.com/1.mp4" },
          processingTime: { startedAt: MOCK_TIME, completedAt: MOCK_TIME, totalTimeSec: 0 },
        },
      ],
    };
  },

  getRouter: (args, values) => mockRouter(omitNullish(args), values),

  getRouters: (args, values) => ({
    projectId: args.projectId,
    regionId: args.regionId,
    routers: [mockRouter(omitNullish(args), values)],
  }),

  getTask: ({ taskId }, values) => ({
    taskId,
    state: "FINISHED",
    error: null,
    createdResources: { routers: [values.uuid("router")] },
    taskType: "create_router",
    createdOn: MOCK_TIME,
    updatedOn: MOCK_TIME,
    finishedOn: MOCK_TIME,
    projectId: 1,
    regionId: 1,
  }),

  getVideoSubtitles: ({ videoId }, values) => ({
    videoId,
    subtitles: [
      {
        id: values.number("subtitle"),
        name: "English",
        language: "en",
        vtt: "WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n",
      },
    ],
  }),

  // The form of the data follows from the query, so a test that reads the data sets them.
  queryAnalytics: () => ({ data: {}, reply: { data: {} } }),
};

/** A result of a function of the package; undefined for another one. The arguments are valid: the function has checked them. */
export function mockResult(
  name: string,
  args: JsonObject,
  result: (args: never) => object = () => ({}),
): Record<string, unknown> | undefined {
  if (!Object.hasOwn(FUNCTION_MOCKS, name)) return undefined;
  const mock = FUNCTION_MOCKS[name as keyof PlainFunctions] as (args: never, values: MockValues) => object;
  const values = valuesOf(`${name} ${canonicalJson(args)}`);
  return { ...mock(args as never, values), ...result(args as never) };
}
