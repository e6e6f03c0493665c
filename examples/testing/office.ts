import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

export interface OfficeArgs {
  projectId: number;
  regionId: number;
  /** Name of the router of the headquarters, which another stack manages. */
  headquarters: string;
}

/** An office: a router in the external network of the headquarters. */
export class Office extends pulumi.ComponentResource {
  readonly router: cloudplatform.Router;
  /** The address of the office in the external network. */
  readonly address: pulumi.Output<string | undefined>;

  constructor(name: string, args: OfficeArgs, opts?: pulumi.ComponentResourceOptions) {
    super("company:index:Office", name, {}, opts);
    const { projectId, regionId, headquarters } = args;
    const found = cloudplatform.getRouterOutput(
      { projectId, regionId, name: headquarters },
      { parent: this },
    );
    const networkId = found.apply(({ externalGatewayInfo: gateway }) => {
      if (!gateway?.networkId) throw new Error(`Router ${headquarters} has no external gateway.`);
      return gateway.networkId;
    });
    this.router = new cloudplatform.Router(
      name,
      { projectId, regionId, externalGatewayInfo: { networkId } },
      { parent: this },
    );
    this.address = this.router.externalGatewayInfo.apply(
      (gateway) => gateway?.externalFixedIps?.[0]?.ipAddress,
    );
    this.registerOutputs({ address: this.address });
  }
}
