import { canonicalId } from "../../lifecycle/identity";
import type { AnyResource } from "../../lifecycle/resource";
import { readConfiguration } from "../../platform/configuration";
import { classOfToken, nameOf, typeToken } from "../../pulumi/names";
import { objectIdOf, split } from "../../pulumi/process/state";
import type { JsonObject } from "../../util/json";
import type { StateResource } from "../pulumi";
import { declaredProvider, settingsIn } from "../stack-provider";
import type { StackAccount } from "./account";

/** A resource of the stack, and its object. */
export interface ManagedResource {
  name: string;
  objectId: string;
  /** Its declared inputs. */
  inputs: JsonObject;
  /** An import with the same Provider and parent has added it to the state, and no program has declared it since. */
  isUndeclared: boolean;
}

type Account = Pick<StackAccount, "resources" | "settings" | "config" | "provider" | "parent">;

/** The resources of one type in the state of a stack. */
export class ManagedResources {
  private readonly own: StateResource[];
  private readonly baseUrl: string;

  constructor(
    private readonly handler: AnyResource,
    private readonly account: Account,
  ) {
    this.own = account.resources.filter((one) => classOfToken(one.type) === handler.type && !one.delete);
    this.baseUrl = readConfiguration(account.settings).baseUrl;
  }

  get names(): string[] {
    return this.own.map(({ urn }) => nameOf(urn));
  }

  /** The resources with the Provider of the account. */
  get ofAccount(): ManagedResource[] {
    return this.own.filter((one) => this.hasProvider(one)).map((one) => this.managed(one));
  }

  /** The id of the resource with this name, if there is one with the same parent. */
  idOf(name: string): string | undefined {
    const end = urnEnd(this.handler.type, name, this.account.parent);
    return this.own.find(({ urn }) => urn.endsWith(end))?.id;
  }

  /** The resource that manages the object with this id. */
  find(id: string): ManagedResource | undefined {
    const same = this.own.find(
      (resource) =>
        !resource.external &&
        canonicalId(this.objectId(resource)) === canonicalId(id) &&
        this.isSamePlatform(resource),
    );
    return same && this.managed(same);
  }

  private managed(resource: StateResource): ManagedResource {
    const { urn, inputs = {} } = resource;
    const isUndeclared = isOnlyImported(resource) && this.hasProvider(resource) && this.hasParent(resource);
    const objectId = this.objectId(resource);
    return { name: nameOf(urn), objectId, inputs: split(inputs).own, isUndeclared };
  }

  private objectId({ id = "", outputs = {} }: StateResource): string {
    return objectIdOf(this.handler, id, outputs);
  }

  private hasParent({ parent = "" }: StateResource): boolean {
    return parent === (this.account.parent ?? stackUrn(this.account.resources));
  }

  private hasProvider({ provider }: StateResource): boolean {
    return declaredProvider(provider) === (this.account.provider?.urn ?? "");
  }

  /** Resources with another Provider may be on another platform, where the same id is another object. */
  private isSamePlatform(resource: StateResource): boolean {
    const { resources, config } = this.account;
    const settings = resources.find(({ urn }) => urn === declaredProvider(resource.provider))?.inputs;
    const configured = config[BASE_URL]?.value ?? process.env.CLOUDPLATFORM_BASE_URL ?? this.baseUrl;
    return canonicalUrl(settingsIn(settings).get(BASE_URL) ?? configured) === canonicalUrl(this.baseUrl);
  }
}

const BASE_URL = "cloudplatform:baseUrl";

/** Whether no program has declared a resource since its import, which protects it. */
function isOnlyImported({ protect, propertyDependencies, sourcePosition }: StateResource): boolean {
  return protect === true && propertyDependencies === undefined && sourcePosition === undefined;
}

/** The stack is the parent of resources without another one. */
function stackUrn(resources: readonly StateResource[]): string | undefined {
  return resources.find(({ type }) => type === "pulumi:pulumi:Stack")?.urn;
}

/** The end of the URN of a resource, which contains the types of its parents. */
export function urnEnd(type: string, name: string, parent: string | undefined): string {
  const parents = parent === undefined ? "" : `${parent.split("::")[2]}$`;
  return `::${parents}${typeToken(type)}::${name}`;
}

function canonicalUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, "") : url;
}
