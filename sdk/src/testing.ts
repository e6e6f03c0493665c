import "./check-node";

export { cloudplatformMocks } from "./testing/mocks";
export type { CloudplatformMocksOptions, MockedResource } from "./testing/options";
export { promiseOf } from "./testing/promise-of";
