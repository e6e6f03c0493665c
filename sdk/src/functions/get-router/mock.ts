import { mockRouter } from "../../api/router-mock";
import type { FunctionMock } from "../../contract/mock";
import { present } from "../../util/json";
import type { GetRouterArgs, GetRouterResult } from "./types";

export const mock: FunctionMock<GetRouterArgs, GetRouterResult> = (args, values) =>
  mockRouter(present(args), values);
