export { Provider, type ProviderArgs } from "./provider/program/account";
export * from "./resources";
