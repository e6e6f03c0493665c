/** What is known of something thrown. By its looks alone: not every error derives from the Error at hand. */
export interface Thrown {
  readonly message: string;
  readonly code: unknown;
  readonly statusCode: unknown;
}

export function readThrown(thrown: unknown): Thrown {
  const fields: Partial<Thrown> = typeof thrown === "object" && thrown !== null ? thrown : {};
  return {
    message: typeof fields.message === "string" ? fields.message : String(thrown),
    code: fields.code,
    statusCode: fields.statusCode,
  };
}
