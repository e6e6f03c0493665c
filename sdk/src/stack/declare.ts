import * as pulumi from "@pulumi/pulumi";
import { CodedError } from "../errors/definition";
import { constructAt, type Position, positionOutsideOfPackage } from "../pulumi/internals/constructor-stacks";
import { runError } from "../pulumi/program/errors";
import { Provider, type ProviderArgs } from "../pulumi/program/provider";
import type { PlatformResource } from "../pulumi/program/resource";
import { printableLine } from "../util/text";
import { type ConfigValue, runtimeConfig, type StackConfig } from "./config";
import type { Entry, StackFile, Values } from "./entries";
import { STACK } from "./errors";
import { loadKinds } from "./kinds";
import { positionsInStackFile } from "./positions";
import { readStackFile } from "./stack-file";
import {
  CONFIG,
  isLiteral,
  join,
  mapScalars,
  parseReference,
  parseTemplate,
  type Reference,
  type Scalar,
  valueAt,
} from "./template";

type Ids = Record<string, Record<string, pulumi.Output<string>>>;

/** Declares all resources of the configuration of the stack. Returns the outputs of the stack. */
export function declareStack(): { ids: Ids; outputs: Record<string, unknown> } {
  const kinds = loadKinds();
  const { file, problems } = readStackFile(readConfig(), kinds);
  if (problems.length > 0) {
    const { message } = runError(STACK.invalid.error());
    throw new pulumi.RunError(
      [message, ...problems.map((problem) => `- ${printableLine(problem)}`)].join("\n"),
    );
  }
  return new Declaration(file, positionsInStackFile(["accounts", ...kinds.keys()])).run();
}

function readConfig(): StackConfig {
  try {
    return runtimeConfig();
  } catch (error) {
    throw error instanceof CodedError ? runError(error) : error;
  }
}

/** The resources and providers of a stack file, each declared after the entries to which it refers. */
class Declaration {
  private readonly resources = new Map<string, PlatformResource>();
  private readonly providers = new Map<string, Provider>();

  /** The line of the program that has loaded the stack, for entries whose position is not known. */
  private readonly program = positionOutsideOfPackage();

  constructor(
    private readonly file: StackFile,
    private readonly positions: ReadonlyMap<string, Position>,
  ) {}

  run() {
    const ids: Ids = {};
    for (const entry of this.file.entries.values()) {
      const { kind, name, place, inputs, isSecret } = entry;
      const args = this.resolve({ place, value: inputs, isSecret });
      const options = this.options(entry);
      const resource = this.at(place, () => new kind.Resource(name, args, options));
      this.resources.set(place, resource);
      ids[kind.name] ??= {};
      (ids[kind.name] as Ids[string])[name] = resource.id;
    }
    return { ids, outputs: this.resolve(this.file.outputs) };
  }

  private at<R>(place: string, construct: () => R): R {
    return constructAt(this.positions.get(place) ?? this.program, construct);
  }

  /** A resource that is declared already. */
  private resource(place: string): PlatformResource {
    return this.resources.get(place) as PlatformResource;
  }

  private options({ options, account }: Entry): pulumi.CustomResourceOptions {
    const {
      provider = account,
      dependsOn,
      deletedWith,
      replaceWith,
      import: id,
      aliases,
      ...others
    } = options;
    const entry = (name: string) => this.resource(placeOf(name));
    return {
      ...(others as object),
      ...(provider !== undefined && { provider: this.provider(provider) }),
      ...(dependsOn && { dependsOn: dependsOn.map(entry) }),
      ...(deletedWith !== undefined && { deletedWith: entry(deletedWith) }),
      ...(replaceWith && { replaceWith: replaceWith.map(entry) }),
      ...(id !== undefined && { import: String(id) }),
      ...(aliases && { aliases: aliases as Array<string | pulumi.Alias> }),
    };
  }

  private provider(account: string): Provider {
    const known = this.providers.get(account);
    if (known) return known;
    const settings = this.resolve(this.file.accounts.get(account) as Values);
    const provider = this.at(
      join("accounts", account),
      () => new Provider(account, settings as ProviderArgs),
    );
    this.providers.set(account, provider);
    return provider;
  }

  /** The values with their references replaced. */
  private resolve({ place, value, isSecret }: Values): Record<string, unknown> {
    const hide = (literal: Scalar) => (isSecret && literal !== null ? pulumi.secret(literal) : literal);
    const replace = (scalar: Scalar, at: string) =>
      typeof scalar === "string" && !isSecret ? this.text(scalar, at) : hide(scalar);
    return mapScalars<unknown>(value, replace, place) as Record<string, unknown>;
  }

  /** A text that is a reference has the value of the reference, which may be of any type. */
  private text(text: string, place: string): unknown {
    const template = parseTemplate(text) ?? [];
    if (isLiteral(template)) return template.join("");
    const parts = template.map((part) =>
      typeof part === "string" ? part : this.reference(part, place, template.length > 1),
    );
    return parts.length === 1 ? parts[0] : pulumi.all(parts).apply((values) => values.join(""));
  }

  /** The value of a reference. As a part of a text it must be a scalar. */
  private reference({ text, path }: Reference, place: string, isPart: boolean): pulumi.Output<unknown> {
    const [section, name, output, ...inner] = path as [string, string, string, ...Reference["path"]];
    const target = section === CONFIG ? this.configured(name) : this.output(join(section, name), output);
    const rest = section === CONFIG ? path.slice(2) : inner;
    return target.apply((found) => {
      const value = valueAt(found, rest);
      const fits = value !== undefined && !(isPart && typeof value === "object");
      if (!fits) throw runError(STACK.noValue.error({ place, reference: text }));
      return value;
    });
  }

  private output(place: string, name: string): pulumi.Output<unknown> {
    return (this.resource(place) as unknown as Record<string, pulumi.Output<unknown>>)[
      name
    ] as pulumi.Output<unknown>;
  }

  private configured(name: string): pulumi.Output<unknown> {
    const { value, isSecret } = this.file.config.own.get(name) as ConfigValue;
    return isSecret ? pulumi.secret(value) : pulumi.output(value);
  }
}

/** The place of the entry that a dependency names. */
function placeOf(dependency: string): string {
  const [section, name] = (parseReference(dependency) as Reference).path as [string, string];
  return join(section, name);
}
