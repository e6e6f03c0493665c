// The resources of this project are declared in the stack file, Pulumi.<stack>.yaml.
export * from "pulumi-cloudplatform/stack";
