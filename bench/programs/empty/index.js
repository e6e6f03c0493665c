// Baseline: Pulumi with no resources.
require("@pulumi/pulumi");
