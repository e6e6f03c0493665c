import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import { EXISTING } from "../../errors/existing";
import { objectName } from "../../operation/identity";
import { record } from "../../operation/inputs/schemas";
import { containsUnknown, validate } from "../../operation/inputs/validate";
import { objectPath } from "../../provider/existing";
import { ResourceFailure } from "../../provider/failures";
import type { ResourceProvider } from "../../provider/provider";
import { messages } from "../../pulumi/internals/protocol";
import { classOfToken } from "../../pulumi/names";
import { canonicalJson, type JsonObject } from "../../util/json";
import { invalidArguments } from "./errors";
import { received } from "./values";

type Result = requests.ListResponse.Result;

/** What the engine lists: objects of the platform, by the ids with which they are imported. */
export class Lists {
  /** By class and query, so that all pages are of the same list. */
  private readonly listed = new Map<string, Promise<Result[]>>();

  constructor(
    private readonly providerOf: (type: string) => ResourceProvider,
    private readonly warn: (text: string) => void,
  ) {}

  /** One page, and where the next one begins, if there is one. */
  async page(request: requests.ListRequest): Promise<requests.ListResponse[]> {
    const query = received(request.getQuery()).values;
    if (containsUnknown(query))
      return [new messages.ListResponse().setComputed(new messages.ListResponse.Computed())];
    const start = Number(request.getContinuationToken()) || 0;
    const all = await this.all(request.getToken(), query, start === 0);
    // Zero: no limit, and one page.
    const most = (count: number) => (count > 0 ? count : all.length);
    const last = Math.min(most(request.getLimit()), all.length);
    const end = Math.min(start + most(request.getPageSize()), last);
    const responses = all.slice(start, end).map((result) => new messages.ListResponse().setResult(result));
    if (end === last) return responses;
    const next = new messages.ListResponse.Continuation().setContinuationToken(String(end));
    return [...responses, new messages.ListResponse().setContinuation(next)];
  }

  private all(token: string, query: JsonObject, isNew: boolean): Promise<Result[]> {
    const key = `${token} ${canonicalJson(query)}`;
    const known = isNew ? undefined : this.listed.get(key);
    const all = known ?? this.read(classOfToken(token) ?? token, query);
    this.listed.set(key, all);
    return all;
  }

  private async read(type: string, query: JsonObject): Promise<Result[]> {
    const provider = this.providerOf(type);
    const { identity } = provider.resource;
    if (!identity?.query) throw new ResourceFailure(EXISTING.unlistable.error({ type }));
    const failures = validate(record("an object", identity.query), query, "function");
    if (failures.length > 0) throw new ResourceFailure(invalidArguments(`${type} list`, failures));
    const objects = await provider.list(query, (object) =>
      this.warn(EXISTING.leftOut.error({ type, ...object }).message),
    );
    return objects.map(({ id, values }) =>
      new messages.ListResponse.Result()
        .setId(objectPath(identity, id, values))
        .setName(objectName(values) ?? ""),
    );
  }
}
