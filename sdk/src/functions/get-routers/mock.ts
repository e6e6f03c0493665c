import type { FunctionMock } from "../../lifecycle/mock";
import { mockRouter } from "../../platform/api/router-mock";
import { omitNullish } from "../../util/json";
import type { GetRoutersArgs, GetRoutersResult } from "./types";

export const mock: FunctionMock<GetRoutersArgs, GetRoutersResult> = (args, values) => ({
  projectId: args.projectId,
  regionId: args.regionId,
  routers: [mockRouter(omitNullish(args), values)],
});
