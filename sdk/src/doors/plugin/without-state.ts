import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import type { CheckFailure } from "../../errors/inputs";
import { objectPath, parseObjectPath } from "../../provider/existing";
import { PartialFailure, ResourceFailure } from "../../provider/failures";
import { isPending, type ResourceState } from "../../provider/state";
import { classOf } from "../../pulumi/names";
import { digest } from "../../util/digest";
import { canonicalJson, type JsonObject } from "../../util/json";
import { split } from "../stored";
import { objectExists, PLUGIN, WITHOUT_STATE } from "./errors";
import { Resources } from "./resources";
import { received, struct } from "./values";

/** In advice that only a program and its stack can follow. */
const OF_A_STACK =
  /`(npx pulumi-cloud|pulumi )|\bstack\b|\bthe (state|program)\b|resource option|customTimeouts|never deletes it/;

const CODE = /\[[a-z-]+\]/;

/** The configuration of a stack, in advice that also names the environment variable. */
const CONFIGURATION = /`pulumi config [^`]*`[^.]*?\bor (?:in the environment variable )?(?=CLOUDPLATFORM_)/g;

/** A text without the advice that only a stack can follow. What happened is the first sentence, and that with the code. */
export function withoutStack(advised: string): string {
  const text = advised.replace(CONFIGURATION, "");
  if (!OF_A_STACK.test(text)) return text;
  const lines = text.split("\n").map((line) => line.split(/(?<=\.) /));
  const isWhatHappened = (sentence: string) => sentence === lines[0]?.[0] || CODE.test(sentence);
  const isKept = (sentence: string) => isWhatHappened(sentence) || !OF_A_STACK.test(sentence);
  const kept = lines.map((line) => line.filter(isKept)).filter((line) => line.length > 0);
  const needsAdvice = CODE.test(text) && kept.flat().every(isWhatHappened);
  return [...kept.map((line) => line.join(" ")), ...(needsAdvice ? [WITHOUT_STATE] : [])].join("\n");
}

/**
 * Resources of `pulumi do`, which keeps no state: an id names its object alone, and properties of ours have nowhere to go. Each
 * command has one resource, whose name in the URN is always that of its class.
 */
export class ResourcesWithoutState extends Resources {
  /** In place of the stack's name. */
  private place = "";

  /** The inputs identify a creation: the same command again continues it, and one with other inputs has a record of its own. */
  override async check(request: requests.CheckRequest): Promise<requests.CheckResponse> {
    const [olds, news] = [received(request.getOlds()).values, received(request.getNews()).values];
    if (Object.keys(olds).length === 0) this.place = `-${digest(canonicalJson(news), 7)}`;
    return super.check(request);
  }

  /** `pulumi do` would send an update all the same. */
  override async diff(request: requests.DiffRequest): Promise<requests.DiffResponse> {
    const response = await super.diff(request);
    const names = response.getReplacesList().join(", ");
    if (names) throw PLUGIN.replaces.error({ type: classOf(request.getUrn()), id: request.getId(), names });
    return response;
  }

  override create(request: requests.CreateRequest): Promise<requests.CreateResponse> {
    return this.naming(request, () => super.create(request));
  }

  override update(request: requests.UpdateRequest): Promise<requests.UpdateResponse> {
    return this.naming(request, () => super.update(request));
  }

  /** `pulumi do` says it, and `upsert` then creates the object. */
  protected override mayBeMissing(): boolean {
    return true;
  }

  /** The error of a failed operation names the object that it leaves. The record of a creation is needed no more: it has the id. */
  private async naming<T>(request: { getUrn(): string }, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PartialFailure) || isPending(error.state.id)) throw error;
      const id = this.created(this.urnOf(request), error.state);
      throw new ResourceFailure(new Error([withoutStack(error.message), objectExists(id)].join("\n")));
    }
  }

  protected override urnOf(request: { getUrn(): string }): string {
    return request.getUrn().replace(/^urn:pulumi:[^:]*/, `$&${this.place}`);
  }

  protected override idIn(urn: string, path: string): string {
    const resource = this.handler(urn);
    const { identity } = resource;
    return identity ? parseObjectPath({ ...resource, identity }, path).id : path;
  }

  protected override idOut(urn: string, { id, values }: ResourceState): string {
    const { identity } = this.handler(urn);
    return identity ? objectPath(identity, id, values) : id;
  }

  protected override created(urn: string, state: ResourceState): string {
    this.provider(urn).forget(urn);
    return this.idOut(urn, state);
  }

  protected override named(failures: CheckFailure[]): CheckFailure[] {
    return failures;
  }

  protected override inputsOut(
    _urn: string,
    inputs: JsonObject,
    secret: string[] = [],
    transient: JsonObject = {},
  ) {
    return struct(split({ ...inputs, ...transient }).own, secret);
  }

  protected override stateOut(_urn: string, { values }: ResourceState) {
    return struct(values);
  }
}
