import { z } from "zod";

const message = z.string();
const messages = z.record(z.string(), z.array(z.string()).readonly());

/** The forms of error replies; null if the reply has no body. */
export const errorForms = {
  class: z.strictObject({
    exception_class: z.string(),
    message,
    request_id: z.string(),
    invalid_fields: messages.exactOptional(),
  }),
  /** Messages by field. A message without a field is a detail. */
  errors: z.strictObject({ errors: messages }),
  status: z.strictObject({ status: z.int(), error: message }),
  error: z.strictObject({ error: message }),
  /** From the gateway in front of all areas, for a path that no area serves. */
  message: z.strictObject({ message }),
  empty: null,
} as const;

export type ErrorForm = keyof typeof errorForms;

/** The form of the errors below a path, and other forms for some statuses. */
interface ErrorArea {
  readonly under: string;
  readonly errors: ErrorForm;
  readonly byStatus?: Readonly<Record<number, ErrorForm>>;
}

export const errorAreas: readonly ErrorArea[] = [
  { under: "/cloud/", errors: "class" },
  { under: "/v1/", errors: "class" },
  { under: "/fastedge/", errors: "error", byStatus: { 404: "empty" } },
  { under: "/iam/", errors: "errors" },
  { under: "/streaming/", errors: "status", byStatus: { 422: "error" } },
  { under: "/cdn/", errors: "errors" },
];

export function errorFormOf(path: string, status: number): ErrorForm {
  const area = errorAreas.find(({ under }) => path.startsWith(under));
  return area?.byStatus?.[status] ?? area?.errors ?? "message";
}
