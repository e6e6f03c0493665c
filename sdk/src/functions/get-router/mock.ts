import type { FunctionMock } from "../../lifecycle/mock";
import { mockRouter } from "../../platform/api/router-mock";
import { omitNullish } from "../../util/json";
import type { GetRouterArgs, GetRouterResult } from "./types";

export const mock: FunctionMock<GetRouterArgs, GetRouterResult> = (args, values) =>
  mockRouter(omitNullish(args), values);
