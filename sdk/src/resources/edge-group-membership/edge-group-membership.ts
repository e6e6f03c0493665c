import type * as pulumi from "@pulumi/pulumi";
import { isOfType, outputNames, PlatformResource, typeToken } from "../../doors/dynamic/program/resource";

/** The inputs of an `EdgeGroupMembership`. */
export interface EdgeGroupMembershipArgs {
  /**
   * Id of the group: a number or any text. Write a number above 9007199254740991 as a string of digits, because it would
   * be rounded. A change replaces the membership.
   */
  groupId: pulumi.Input<number | string>;
  /** Id of the client, in the same form as `groupId`. A change replaces the membership. */
  clientId: pulumi.Input<number | string>;
}

/**
 * A client's membership in a collaboration group of the edge platform. The members of a group share its binaries and
 * templates. Adding an existing member or removing a non-member is not an error.
 *
 * The resource needs the key of an edge administrator. If the stack uses another key, give the resource a `Provider`
 * with such a key. The resource's `id` is `<groupId>/<clientId>`, with each part percent-encoded.
 *
 * Errors in `pulumi preview`: an empty id, `.` or `..`, or a number that was rounded; two resources for the same
 * membership. Errors in `pulumi up`: the platform's refusal, for example if the group or the client does not exist, and
 * 401 or 403 if the key is not valid for this operation.
 *
 * Operations:
 * - `POST /fastedge/v1/admin/groups/{group_id}/client/{client_id}`: adds the client to the group.
 *
 * Operations that a deployment may lack:
 * - `DELETE /fastedge/v1/admin/groups/{group_id}/client/{client_id}`: removes the client from the group. Without it the
 *   client stays a member, and a warning reports that.
 * - `GET /fastedge/v1/admin/clients`: reads whether the client is a member. Without it `refresh` cannot find drift.
 *
 * @example Give a partner access to shared binaries
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * new cloudplatform.EdgeGroupMembership("partner", { groupId: 17, clientId: 4711 });
 * ```
 *
 * @example With the key of an edge administrator, and a long id
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const config = new pulumi.Config(); // pulumi config set --secret edgeAdminKey
 * const admin = new cloudplatform.Provider("edge-admin", { apiKey: config.requireSecret("edgeAdminKey") });
 * new cloudplatform.EdgeGroupMembership("partner", { groupId: "9223372036854775807", clientId: 4711 }, { provider: admin });
 * ```
 */
export class EdgeGroupMembership extends PlatformResource<EdgeGroupMembershipArgs> {
  /** The type of the resources of this class in programs in TypeScript. */
  static override readonly type = typeToken("EdgeGroupMembership");

  /** The names of the outputs. */
  static override readonly __outputs: readonly string[] = outputNames<EdgeGroupMembership>({
    groupId: true,
    clientId: true,
  });

  /** Whether a value is an instance of this class. */
  static override readonly isInstance = isOfType<EdgeGroupMembership>(EdgeGroupMembership.type);

  /**
   * Reads a membership at the platform. The stack does not manage the object: destroying the stack leaves it unchanged.
   *
   * @param name The name of the resource in the program.
   * @param id `<groupId>/<clientId>`, such as `"7/101"`. A `/` in a part is written as `%2F`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): EdgeGroupMembership {
    return new EdgeGroupMembership(name, {} as EdgeGroupMembershipArgs, { ...opts, id });
  }

  /** Id of the group, as you set it. */
  declare readonly groupId: pulumi.Output<number | string>;
  /** Id of the client, as you set it. */
  declare readonly clientId: pulumi.Output<number | string>;
}
