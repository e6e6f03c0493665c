/** A shorter text occurs by chance: taking it out of what the platform tells of an object would spoil it. */
const SHORTEST_UNMISTAKABLE = 8;
const SHORTEST = 3;

/** Takes the key out of texts, however JSON or a URL may write it. */
export class Redactor {
  private readonly spellings: Set<string>;

  constructor(private readonly apiKey: string) {
    this.spellings = new Set([apiKey, JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey)]);
  }

  /** For a reply that tells of an object. */
  data(text: string): string {
    return this.apiKey.length < SHORTEST_UNMISTAKABLE ? text : this.message(text);
  }

  /** For what only people read. */
  message(text: string): string {
    if (this.apiKey.length < SHORTEST) return text;
    const plain = withoutNeedlessEscapes(text);
    const clean = [...this.spellings].reduce(
      (rest, spelling) => rest.replaceAll(spelling, "[api key]"),
      plain,
    );
    return clean === plain ? text : clean;
  }
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
