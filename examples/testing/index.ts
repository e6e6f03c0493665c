import * as pulumi from "@pulumi/pulumi";
import { Office } from "./office";

const config = new pulumi.Config();

const office = new Office("berlin", {
  projectId: config.requireNumber("projectId"),
  regionId: config.requireNumber("regionId"),
  headquarters: config.require("headquarters"),
});

export const address = office.address;
