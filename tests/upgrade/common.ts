import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

// What the programs of all resources have in common. `threshold` changes in the test, and with it an input of each
// resource.

export const config = new pulumi.Config();
export const threshold = config.getNumber("threshold") ?? 70;
export const admin = new cloudplatform.Provider("admin", { apiKey: config.requireSecret("adminKey") });
