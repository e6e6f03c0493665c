import ts from "typescript";
import { compiledTypes } from "./compiled-types.mjs";
import { oneLine } from "./sources.mjs";

// Turns types of TypeScript into types of a Pulumi schema.

/**
 * @typedef {Record<string, unknown>} Spec The type of a property, as a Pulumi schema has it.
 * @typedef {{ properties: Record<string, Spec>, required: string[] }} Shape
 */

const ANY = { $ref: "pulumi.json#/Any" };

/** All other numbers are ids, counts and limits: integers. */
const FRACTIONS = ["progress", "totalTimeSec"];

/** A sentence about a function that only TypeScript programs have. */
const TYPESCRIPT_ONLY = / [^.]*`paginateAiTasks`[^.]*\./g;

const NO_VALUE = ts.TypeFlags.Undefined | ts.TypeFlags.Null;

export class PluginTypes {
  /** Objects and enums, by their tokens. @type {Record<string, object>} */
  types = {};

  constructor() {
    Object.assign(this, compiledTypes());
    this.names = [...this.exported.keys()].filter((name) => !/(Args|Output|Result|Properties)$/.test(name));
  }

  /**
   * The properties of an exported interface or class, without those that it inherits from `PlatformResource`.
   *
   * @param {string} name
   * @param {string} prefix Of the names of types that have none of their own.
   */
  shapeOf(name, prefix) {
    const members = this.membersOf(name).filter((member) => member.parent?.name !== "PlatformResource");
    return this.shape(members, prefix);
  }

  membersOf(name) {
    const symbol = this.exported.get(name);
    if (!symbol) throw new Error(`the package exports no type ${name}`);
    return this.checker.getPropertiesOfType(this.checker.getDeclaredTypeOfSymbol(symbol));
  }

  /**
   * @param {ts.Symbol[]} members
   * @param {string} prefix
   * @returns {Shape}
   */
  shape(members, prefix) {
    const entries = members.map((member) => {
      const spec = this.spec(this.checker.getTypeOfSymbol(member), member.name, prefix);
      return [member.name, { ...spec, description: this.descriptionOf(member) }];
    });
    const required = members.filter((member) => this.isRequired(member)).map(({ name }) => name);
    return { properties: Object.fromEntries(entries), required };
  }

  /** Only TypeScript programs can tell null from a missing value. */
  isRequired(member) {
    const type = this.checker.getTypeOfSymbol(member);
    const mayBeMissing = alternatives(type).some(({ flags }) => flags & NO_VALUE);
    return !mayBeMissing && !(member.flags & ts.SymbolFlags.Optional) && !(type.flags & ts.TypeFlags.Unknown);
  }

  /** A default is only described: an SDK would send it as if the program had set it. */
  descriptionOf(symbol) {
    const text = this.textOf(symbol) || this.quotaText(symbol.name);
    if (text === undefined) throw new Error(`${symbol.parent?.name}.${symbol.name} has no description`);
    const tag = symbol.getJsDocTags().find(({ name }) => name === "default");
    return tag ? `${text} Default: ${oneLine(ts.displayPartsToString(tag.text))}.` : text;
  }

  /** The types of usage reports are computed from the limits, and have no comments. */
  quotaText(name) {
    const limits = ["GlobalLimits", "RegionalLimits"].flatMap((type) => this.membersOf(type));
    const limit = limits.find((member) => member.name === name.replace(/Usage$/, "Limit"));
    return limit && this.textOf(limit);
  }

  /** @param {string} name Of an export. */
  commentOf(name) {
    return ts.displayPartsToString(this.exported.get(name).getDocumentationComment(this.checker));
  }

  textOf(symbol) {
    const text = oneLine(ts.displayPartsToString(symbol.getDocumentationComment(this.checker)));
    return text.replace(TYPESCRIPT_ONLY, "");
  }

  /** @returns {Spec} */
  spec(type, name, prefix) {
    const value = this.checker.getNonNullableType(type);
    const are = (flags) => alternatives(value).every((each) => each.flags & flags);
    if (are(ts.TypeFlags.BooleanLike)) return { type: "boolean" };
    if (are(ts.TypeFlags.StringLiteral))
      return this.enumeration(alternatives(value), `${prefix}${pascal(name)}`);
    if (are(ts.TypeFlags.String)) return { type: "string" };
    if (are(ts.TypeFlags.Number)) return { type: FRACTIONS.includes(name) ? "number" : "integer" };
    if (are(ts.TypeFlags.String | ts.TypeFlags.Number))
      return { oneOf: [{ type: "integer" }, { type: "string" }] };
    return this.objectSpec(value, name, prefix);
  }

  /** @returns {Spec} */
  objectSpec(type, name, prefix) {
    if (this.checker.isArrayType(type))
      return { type: "array", items: this.spec(this.checker.getTypeArguments(type)[0], name, prefix) };
    const index = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index) return { type: "object", additionalProperties: this.spec(index.type, name, prefix) };
    const members = this.checker.getPropertiesOfType(type);
    return members.length === 0 ? ANY : this.objectType(type, members, `${prefix}${pascal(name)}`);
  }

  /** An object, named by the exported type. A computed type is no export: the export with its properties gives the name. */
  objectType(type, members, ownName) {
    const { name: symbol } = type.symbol ?? {};
    const declared = this.exported.has(symbol) ? symbol : this.names.find((name) => this.has(name, members));
    const name = declared === undefined ? ownName : this.tokenName(declared, members);
    const description = declared && this.textOf(this.exported.get(declared));
    const { properties, required } = this.shape(members, name);
    // The type of an input comes first: its descriptions are those for authors.
    this.types[tokenOf(name)] ??= {
      ...(description && { description }),
      type: "object",
      properties,
      required,
    };
    const known = this.types[tokenOf(name)];
    known.required = known.required.filter((each) => required.includes(each));
    return referenceTo(name);
  }

  /** Whether an exported type has exactly these properties. */
  has(name, members) {
    const keyOf = (symbols) =>
      symbols
        .map((symbol) => symbol.name)
        .sort()
        .join();
    return keyOf(this.membersOf(name)) === keyOf(members);
  }

  /** An output has the type of the input with the same properties. The Go SDK itself generates names that end like this. */
  tokenName(declared, members) {
    const name = declared.replace(/(Output|State)$/, "");
    const isFree = name === declared || !this.exported.has(name) || this.has(name, members);
    return isFree ? name : `${name}Response`;
  }

  /** @returns {Spec} */
  enumeration(types, name) {
    const values = types.map(({ value }) => ({ name: enumName(value), value }));
    this.types[tokenOf(name)] = { type: "string", enum: values };
    return referenceTo(name);
  }
}

/** @param {ts.Type} type */
const alternatives = (type) => (type.isUnion() ? type.types : [type]);

/** `failed_login` is `FailedLogin`, and `FAILURE` is `Failure`. */
const enumName = (value) =>
  value
    .split(/[-_]/)
    .map((word) => pascal(word === word.toUpperCase() ? word.toLowerCase() : word))
    .join("");

const pascal = (name) => name[0].toUpperCase() + name.slice(1);

/** @param {string} name */
export const tokenOf = (name) => `cloudplatform:index:${name}`;

/** @param {string} name */
const referenceTo = (name) => ({ $ref: `#/types/${tokenOf(name)}` });
