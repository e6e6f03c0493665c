import type { AnyHandler } from "../../lifecycle/handler";
import { nameOf, typeToken } from "../../pulumi/names";
import { objectIdOf, split } from "../../pulumi/process/state";
import type { JsonObject } from "../../util/json";
import type { StateResource } from "../pulumi";
import { plaintext } from "../stack-provider";

/** The resources of one type in the state of a stack. */
export class ManagedResources {
  private readonly own: StateResource[];

  constructor(
    private readonly handler: AnyHandler,
    private readonly resources: readonly StateResource[],
    private readonly account: {
      /** The base URL of the account whose objects are imported. */
      baseUrl: string;
      /** The URN of the resource that gets them as children. */
      parent?: string | undefined;
    },
  ) {
    this.own = resources.filter((one) => one.type === typeToken(handler.type) && !one.delete);
  }

  get names(): string[] {
    return this.own.map(({ urn }) => nameOf(urn));
  }

  /** The declared inputs of the resources. */
  get inputs(): JsonObject[] {
    return this.own.map(({ inputs = {} }) => split(inputs).own);
  }

  /** The id of the resource with this name, if there is one with the same parent. */
  idOf(name: string): string | undefined {
    const end = urnEnd(this.handler.type, name, this.account.parent);
    return this.own.find(({ urn }) => urn.endsWith(end))?.id;
  }

  /** The name of the resource that manages the object with this id. */
  nameOfObject(id: string): string | undefined {
    const same = this.own.find(
      (resource) =>
        !resource.external &&
        this.objectId(resource).toLowerCase() === id.toLowerCase() &&
        this.isSamePlatform(resource),
    );
    return same && nameOf(same.urn);
  }

  private objectId({ id = "", outputs = {} }: StateResource): string {
    return objectIdOf(this.handler, id, outputs);
  }

  /** Resources with another Provider may be on another platform, where the same id is another object. */
  private isSamePlatform({ provider = "" }: StateResource): boolean {
    const urn = provider.slice(0, provider.lastIndexOf("::"));
    const settings = this.resources.find((one) => one.urn === urn)?.inputs;
    const baseUrl = plaintext(settings?.["cloudplatform:baseUrl"]);
    return baseUrl === undefined || canonicalUrl(baseUrl) === canonicalUrl(this.account.baseUrl);
  }
}

/** The end of the URN of a resource, which contains the types of its parents. */
export function urnEnd(type: string, name: string, parent: string | undefined): string {
  const parents = parent === undefined ? "" : `${parent.split("::")[2]}$`;
  return `::${parents}${typeToken(type)}::${name}`;
}

function canonicalUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, "") : url;
}
