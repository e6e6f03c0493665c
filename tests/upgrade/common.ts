import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

// The inputs that the programs of all resources share. The test changes `threshold`, and with it an input of each
// resource.

export const config = new pulumi.Config();
export const threshold = config.getNumber("threshold") ?? 70;
export const admin = new cloudplatform.Provider("admin", { apiKey: config.requireSecret("adminKey") });
