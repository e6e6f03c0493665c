import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import type { CheckFailure } from "../../errors/inputs";
import { type ExistingObject, objectPath, parseObjectPath } from "../../provider/existing";
import { PartialFailure, ResourceFailure } from "../../provider/failures";
import { isPending } from "../../provider/state";
import { messages } from "../../pulumi/internals/protocol";
import { classOf } from "../../pulumi/names";
import { digest } from "../../util/digest";
import { canonicalJson, type JsonObject } from "../../util/json";
import { split } from "../stored";
import { objectExists, PLUGIN, WITHOUT_STATE } from "./errors";
import { Resources, unlessMissing } from "./resources";
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

type Request = requests.DiffRequest | requests.UpdateRequest | requests.DeleteRequest;

/**
 * Resources of `pulumi do`, which keeps no state: an id names its object alone, and properties of ours have nowhere to go. Each
 * command has one resource, whose name in the URN is always that of its class.
 */
export class ResourcesWithoutState extends Resources {
  /** In place of the stack's name. */
  private place = "";

  /** A command has no language. */
  protected override readonly named = (failures: CheckFailure[]) => failures;

  /** The inputs identify a creation: the same command again continues it, and one with other inputs has a record of its own. */
  override async check(request: requests.CheckRequest): Promise<requests.CheckResponse> {
    const { values: news, secret } = received(request.getNews());
    const isNew = Object.keys(received(request.getOlds()).values).length === 0;
    if (isNew) this.place = `-${digest(canonicalJson(news), 7)}`;
    const response = await super.check(this.placed(request));
    // `pulumi do` shows what is only sent, too.
    return response.setInputs(struct({ ...split(news).own, ...ownIn(response.getInputs()) }, secret));
  }

  /** `pulumi do` would send an update all the same. */
  override async diff(request: requests.DiffRequest): Promise<requests.DiffResponse> {
    const [type, id] = [classOf(request.getUrn()), request.getId()];
    const response = await super.diff(this.identified(request));
    const names = response.getReplacesList().join(", ");
    if (names) throw PLUGIN.replaces.error({ type, id, names });
    return response;
  }

  override async create(request: requests.CreateRequest): Promise<requests.CreateResponse> {
    const response = await this.naming(request, super.create(this.placed(request)));
    if (request.getPreview()) return response;
    const values = ownIn(response.getProperties());
    const id = this.ended(request.getUrn(), { id: response.getId(), values });
    return response.setId(id).setProperties(struct(values));
  }

  override async update(request: requests.UpdateRequest): Promise<requests.UpdateResponse> {
    const response = await this.naming(request, super.update(this.identified(request)));
    return request.getPreview() ? response : response.setProperties(struct(ownIn(response.getProperties())));
  }

  /** `pulumi do` says that an object does not exist, and `upsert` then creates it. */
  override async read(request: requests.ReadRequest): Promise<requests.ReadResponse> {
    const response = await unlessMissing(super.read(this.placed(request)));
    if (!response?.getId()) return new messages.ReadResponse();
    const values = ownIn(response.getProperties());
    response.setId(this.pathOf(request.getUrn(), { id: response.getId(), values }));
    return response.setProperties(struct(values)).setInputs(struct(ownIn(response.getInputs())));
  }

  override delete(request: requests.DeleteRequest) {
    return super.delete(this.identified(request));
  }

  private placed<R extends { getUrn(): string; setUrn(urn: string): unknown }>(request: R): R {
    request.setUrn(request.getUrn().replace(/^urn:pulumi:[^:]*/, `$&${this.place}`));
    return request;
  }

  private identified<R extends Request>(request: R): R {
    const { resource } = this.provider(request.getUrn());
    const { identity } = resource;
    if (identity) request.setId(parseObjectPath({ ...resource, identity }, request.getId()).id);
    return this.placed(request);
  }

  private pathOf(urn: string, { id, values }: ExistingObject): string {
    const { identity } = this.provider(urn).resource;
    return identity ? objectPath(identity, id, values) : id;
  }

  /** The id of the object of an operation that has ended. The record of a creation is needed no more: it has the id. */
  private ended(urn: string, object: ExistingObject): string {
    this.provider(urn).forget(urn);
    return this.pathOf(urn, object);
  }

  /** The error of a failed operation names the object that it leaves. */
  private async naming<T>(request: { getUrn(): string }, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof PartialFailure) || isPending(error.state.id)) throw error;
      const id = this.ended(request.getUrn(), error.state);
      throw new ResourceFailure(new Error([withoutStack(error.message), objectExists(id)].join("\n")));
    }
  }
}

/** The properties in a message, without those of ours. */
function ownIn(properties: Parameters<typeof received>[0]): JsonObject {
  return split(received(properties).values).own;
}
