/** Never change this text: every state contains it, and one changed byte would show as a change of every resource. */
export function providerText(type: string): string {
  return `exports.handler=()=>require("pulumi-cloudplatform/provider").${type}`;
}

/** Never change this text either: every state contains it. */
export function typeToken<T extends string>(type: T) {
  return `pulumi-nodejs:dynamic/cloudplatform:${type}` as const;
}

/** The type token of a resource in other languages than TypeScript. */
export function pluginToken<T extends string>(type: T) {
  return `cloudplatform:index:${type}` as const;
}

/** The class of a type token of this package, in any language; undefined for another one. */
export function classOfToken(token: string): string | undefined {
  const prefix = [typeToken(""), pluginToken("")].find((one) => token.startsWith(one));
  return prefix && token.slice(prefix.length);
}

/** How the engine names its default provider: `default`, or `default_1_2_3` for resources with the option `version`. */
export function isDefaultProvider(urn: string): boolean {
  return /^default(_\d+_\d+_\d+(_.*)?)?$/.test(nameOf(urn));
}

/** The name of the stack in a URN, such as `urn:pulumi:dev::network::…`. */
export function stackNameOf(urn: string): string {
  return urn.split("::")[0]?.split(":").at(-1) ?? "";
}

/** A resource's name in the program. The name may contain colons, and what precedes it in the URN does not. */
export function nameOf(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** The type token in a URN. The types of its parents precede it. */
export function tokenOf(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

/** A resource's class in the program. */
export function classOf(urn: string): string {
  return tokenOf(urn).split(/[:/]/).at(-1) ?? "";
}

/** In the preview that the command `preflight` runs: the file in which its processes collect what they find. */
export const PREFLIGHT_VARIABLE = "CLOUDPLATFORM_PREFLIGHT";
