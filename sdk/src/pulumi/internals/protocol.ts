import { requireOfSdk } from "./sdk-modules";

// Pulumi's protocol of providers. grpc and protobuf are dependencies of Pulumi's SDK and not of this package, so they are loaded
// from there.

export { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
export { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
export * as messages from "@pulumi/pulumi/proto/provider_pb";
export { Status } from "@pulumi/pulumi/proto/status_pb";

export const grpc = requireOfSdk("@grpc/grpc-js") as typeof import("@grpc/grpc-js");

type AnyModule = typeof import("google-protobuf/google/protobuf/any_pb");
type EmptyModule = typeof import("google-protobuf/google/protobuf/empty_pb");
type StructModule = typeof import("google-protobuf/google/protobuf/struct_pb");

export const { Any } = requireOfSdk("google-protobuf/google/protobuf/any_pb") as AnyModule;
export const { Empty } = requireOfSdk("google-protobuf/google/protobuf/empty_pb") as EmptyModule;
export const { Struct } = requireOfSdk("google-protobuf/google/protobuf/struct_pb") as StructModule;
