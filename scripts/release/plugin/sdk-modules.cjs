// In the place of sdk/src/pulumi/internals/sdk-modules.ts: the bundler follows constant paths only.

const MODULES = {
  "@grpc/grpc-js": () => require("@grpc/grpc-js"),
  "@pulumi/pulumi/proto/engine_grpc_pb": () => require("@pulumi/pulumi/proto/engine_grpc_pb"),
  "@pulumi/pulumi/proto/engine_pb": () => require("@pulumi/pulumi/proto/engine_pb"),
  "google-protobuf/google/protobuf/any_pb": () => require("google-protobuf/google/protobuf/any_pb"),
  "google-protobuf/google/protobuf/empty_pb": () => require("google-protobuf/google/protobuf/empty_pb"),
  "google-protobuf/google/protobuf/struct_pb": () => require("google-protobuf/google/protobuf/struct_pb"),
};

exports.requireOfSdk = (name) => MODULES[name]();
