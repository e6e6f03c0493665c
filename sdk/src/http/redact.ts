const SHORTEST_KEY = 8;

/**
 * Takes the key out of a text, however JSON or a URL may write it. A shorter text than any key has occurs by chance,
 * and taking it out would spoil replies.
 */
export function createRedactor(apiKey: string): (text: string) => string {
  if (apiKey.length < SHORTEST_KEY) return (text) => text;
  const spellings = new Set([apiKey, JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey)]);
  const clean = (text: string) =>
    [...spellings].reduce((rest, spelling) => rest.replaceAll(spelling, "[api key]"), text);
  return (text) => {
    const plain = withoutNeedlessEscapes(text);
    return clean(plain) === plain ? text : clean(plain);
  };
}

/** JSON may write any character as an escape; what is left here are those that it needs. */
function withoutNeedlessEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:u00([2-7][0-9a-f])|(.))/gis,
    (written, code: string | undefined, single: string | undefined) => {
      const character = code ? String.fromCharCode(Number.parseInt(code, 16)) : single === "/" ? "/" : "";
      return character === "" || character === '"' || character === "\\" ? written : character;
    },
  );
}
