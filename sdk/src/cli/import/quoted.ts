/**
 * A text in double quotes, as TypeScript and YAML read it, in which a terminal or a CI runner interprets nothing: no control
 * or invisible characters, and no `##`. `astral` escapes characters above U+FFFF.
 */
export function quoted(text: string, astral: (hex: string) => string): string {
  return JSON.stringify(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
      const hex = (character.codePointAt(0) as number).toString(16);
      return hex.length > 4 ? astral(hex) : `\\u${hex.padStart(4, "0")}`;
    })
    .replace(/#(?=#)/g, "\\u0023");
}
