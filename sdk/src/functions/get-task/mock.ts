import type { FunctionMock } from "../../lifecycle/mock";
import { MOCK_TIME } from "../../util/mock";
import type { GetTaskArgs, GetTaskResult } from "./types";

export const mock: FunctionMock<GetTaskArgs, GetTaskResult> = ({ taskId }, values) => ({
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
});
