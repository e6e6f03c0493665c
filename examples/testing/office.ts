import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

export interface OfficeArgs {
  projectId: number;
  regionId: number;
  /** UUID of the external network. */
  networkId: pulumi.Input<string>;
}

/** An office: a router with an external gateway, named after the office and the routers that exist. */
export class Office extends pulumi.ComponentResource {
  readonly router: cloudplatform.Router;
  /** The address of the office in the external network. */
  readonly address: pulumi.Output<string | undefined>;

  constructor(name: string, args: OfficeArgs, opts?: pulumi.ComponentResourceOptions) {
    super("company:index:Office", name, {}, opts);
    const { projectId, regionId, networkId } = args;
    const existing = cloudplatform.getRoutersOutput({ projectId, regionId }, { parent: this });
    this.router = new cloudplatform.Router(
      name,
      {
        projectId,
        regionId,
        name: pulumi.interpolate`${name}-${existing.routers.length}`,
        externalGatewayInfo: { networkId },
      },
      { parent: this },
    );
    this.address = this.router.externalGatewayInfo.apply(
      (gateway) => gateway?.externalFixedIps?.[0]?.ipAddress,
    );
    this.registerOutputs({ address: this.address });
  }
}
