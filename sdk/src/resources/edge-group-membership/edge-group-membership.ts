import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "../../program/resource";

export interface EdgeGroupMembershipArgs {
  /**
   * Number of the group, 1 or more, of 64 bits: a number, or a text of digits where a number of JavaScript would round
   * it (above 9007199254740991). A change replaces.
   */
  groupId: pulumi.Input<number | string>;
  /** Number of the client, written like `groupId`. A change replaces. */
  clientId: pulumi.Input<number | string>;
}

/**
 * A client in a collaboration group of the edge platform, whose members share binaries and templates. Who is a member
 * already stays one, and who is none any more is removed already: neither is an error. The id is `group/client`.
 *
 * It takes a key of an edge administrator: give it a `Provider` of its own where the stack's key is another one.
 *
 * Errors: in the preview an id that is no whole number of 64 bits, or that JavaScript has rounded; later 404, where the
 * platform knows no such group or client, and 403 for a key that may not do this.
 *
 * Operations: `POST /fastedge/v1/admin/groups/{group_id}/client/{client_id}`; where the deployment has them, `DELETE` on
 * the same path, and `GET /fastedge/v1/admin/clients`, which tells who is in a group. Without the list drift cannot be
 * seen; without `DELETE` the client stays a member, and destroying the stack says so.
 *
 * @example A partner gets access to shared binaries
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * new cloudplatform.EdgeGroupMembership("partner", { groupId: 17, clientId: 4711 });
 * ```
 *
 * @example With the key of an edge administrator, and an id that a number does not hold
 * ```ts
 * const config = new pulumi.Config();
 * const admin = new cloudplatform.Provider("edge-admin", { apiKey: config.requireSecret("edgeAdminKey") });
 * new cloudplatform.EdgeGroupMembership("partner", { groupId: "9223372036854775807", clientId: 4711 }, { provider: admin });
 * ```
 */
export class EdgeGroupMembership extends PlatformResource {
  /** As it is declared. */
  declare readonly groupId: pulumi.Output<number | string>;
  /** As it is declared. */
  declare readonly clientId: pulumi.Output<number | string>;

  constructor(name: string, args: EdgeGroupMembershipArgs, opts?: pulumi.CustomResourceOptions) {
    super("EdgeGroupMembership", name, args, [], opts);
  }
}
