// The resources of this project are declared in the stack file, Pulumi.<stack>.yaml: see docs/declarative-stacks.md.
export * from "pulumi-cloudplatform/stack";
