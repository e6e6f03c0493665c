import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

type Routers = Record<string, cloudplatform.RouterArgs>;

// Each stack has its own routers: Pulumi.<stack>.yaml lists them by their names. The checks of `pulumi preview` find mistakes in
// the list, as in a program.
const routers = Object.entries(new pulumi.Config().requireObject<Routers>("routers")).map(
  ([name, args]) => [name, new cloudplatform.Router(name, args).routerId] as const,
);

export const routerIds = Object.fromEntries(routers);
