import * as pulumi from "@pulumi/pulumi";
import { nameOf } from "../../pulumi/names";
import type { StateResource } from "../pulumi";
import { plaintext } from "../stack-provider";

class StandInProvider extends pulumi.ProviderResource {}

/**
 * Resources of the state in a program that does not declare them, as parents and provider of others. Only what their children
 * need is as in the state: URNs, and the settings of a Provider.
 */
export class StandIns {
  private readonly registered = new Map<string, pulumi.Resource>();

  constructor(private readonly resources: readonly StateResource[]) {}

  parent(urn: string): pulumi.Resource | undefined {
    const found = this.resources.find((one) => one.urn === urn && !one.delete);
    // The stack is the parent of all others.
    if (found === undefined || found.type === "pulumi:pulumi:Stack") return undefined;
    const known = this.registered.get(urn);
    if (known) return known;
    const resource = new pulumi.ComponentResource(found.type, nameOf(urn), {}, this.options(found));
    this.registered.set(urn, resource);
    return resource;
  }

  provider(found: StateResource): pulumi.ProviderResource {
    const settings = Object.entries(found.inputs ?? {}).map(([key, input]) => {
      const text = plaintext(input);
      return [key, typeof input === "string" || text === undefined ? text : pulumi.secret(text)];
    });
    return new StandInProvider(
      "pulumi-nodejs",
      nameOf(found.urn),
      Object.fromEntries(settings),
      this.options(found),
    );
  }

  private options({ parent }: StateResource): pulumi.ResourceOptions {
    const resource = parent === undefined ? undefined : this.parent(parent);
    return resource ? { parent: resource } : {};
  }
}
