import { mockRouter } from "../../api/router-mock";
import type { FunctionMock } from "../../contract/mock";
import { present } from "../../util/json";
import type { GetRoutersArgs, GetRoutersResult } from "./types";

export const mock: FunctionMock<GetRoutersArgs, GetRoutersResult> = (args, values) => ({
  projectId: args.projectId,
  regionId: args.regionId,
  routers: [mockRouter(present(args), values)],
});
