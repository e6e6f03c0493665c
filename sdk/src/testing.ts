import "./check-node";

export { cloudplatformMocks, failuresOf } from "./testing/mocks";
export type { CloudplatformMocksOptions, MockedResource } from "./testing/options";
export { promiseOf } from "./testing/promise-of";
