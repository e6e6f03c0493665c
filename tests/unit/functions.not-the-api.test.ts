import { afterEach, describe, expect, test } from "@jest/globals";
import { PlatformError } from "../../sdk/src";
import { NOT_THE_API } from "../support/not-the-api";
import { failureOf } from "../support/until";
import { call, FUNCTIONS } from "./functions/calls";
import { setUpScripted, tearDown } from "./functions/setup";

afterEach(tearDown);

const ARGS: Record<string, object> = {
  forceRetryCertificate: { certId: 321 },
  getVideoSubtitles: { videoId: 5 },
  getAiTasks: {},
  paginateAiTasks: {},
  queryAnalytics: { query: "{ traffic { bytes } }" },
  getTask: { taskId: "cb4c075d-44df-4b81-8df6-f0975e1e150b" },
};

describe.each(Object.entries(NOT_THE_API))(
  "a server that answers 404 and %s to everything",
  (_what, answer) => {
    test.each(Object.keys(FUNCTIONS))("is named by the error of %s", async (name) => {
      const { url } = await setUpScripted(() => answer);
      const error = await failureOf(call(name, ARGS[name]));
      expect(error).toBeInstanceOf(PlatformError);
      expect(error.message).toContain(`failed: the server at ${url} answered 404 (`);
      expect(error.message).toContain("[server-not-verified]\nCheck CLOUDPLATFORM_BASE_URL");
    });
  },
);
