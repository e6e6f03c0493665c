import "../check-node";

export { cloudplatformMocks } from "./mocks";
export type { CloudplatformMocksOptions, MockedResource } from "./options";
export { promiseOf } from "./promise-of";
