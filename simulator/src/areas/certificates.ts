import { z } from "zod";
import {
  certificates as api,
  type IssuanceAttempt,
  type IssuanceStatus,
  issuanceAttempt,
} from "../contract/certificates";
import type { MemoryPart } from "../core/memory";
import { conflict, invalid, Problem } from "../core/problem";
import { counter, id } from "../core/schemas";
import { ok, operation } from "../http/operation";
import type { Settings } from "../options";
import type { Area, AreaPlatform } from "./area";
import { type ObjectKind, objectKind } from "./object-kind";

const state = z.enum(["failed", "in progress", "completed", "not attached", "not automated"]);

const certificateRecord = z.strictObject({
  id,
  state,
  /** The id of the issuance. */
  processId: z.int(),
  /** When the current or last issuance began, in milliseconds. */
  startedAt: z.number(),
  /** The attempts that have ended, oldest first. */
  attempts: z.array(issuanceAttempt).readonly(),
  forceRetries: counter,
});

/** Only a certificate that is "failed" accepts a force retry. */
export type CertificateState = z.infer<typeof state>;
export interface CertificateRecord extends Readonly<z.infer<typeof certificateRecord>> {}

export type CertificateAddition = Pick<CertificateRecord, "id" | "state">;
/** `forceRetries`: how many force retries have been used. */
export type CertificateChange = Partial<Pick<CertificateRecord, "state" | "forceRetries">>;

export interface CertificatesHandle extends ReturnType<typeof certificatesHandle> {}

/** Far from the ids of certificates, so that the two are not confused. */
const FIRST_PROCESS_ID = 70_001;

export function certificatesArea({ settings, memory }: AreaPlatform): Area<CertificatesHandle> {
  const store = certificateStore(settings, memory);
  const { records } = store;
  const find = (id: number): CertificateRecord => {
    const certificate = store.find(id);
    if (certificate === undefined) throw problem(404, "NotFoundError", `Certificate ${id} was not found.`);
    return certificate;
  };
  const handle = certificatesHandle(store, settings);
  return {
    handle,
    operations: [
      operation(api.forceRetry, ({ params }) => {
        records.set(forceRetry(find(params.cert_id), settings));
        return { status: 201 };
      }),
      operation(api.status, ({ params: { cert_id } }) => {
        const certificate = find(cert_id);
        // An uploaded certificate was never issued by the platform.
        if (certificate.state === "not automated")
          throw problem(404, "NotFoundError", `Certificate ${cert_id} has no issuance.`);
        return ok(issuanceStatus(certificate));
      }),
    ],
    objects: [certificateKind(handle)],
    state: () => store.all().map(certificateJson),
  };
}

type Store = ReturnType<typeof certificateStore>;

/** The certificates. An issuance with a time of its own has ended when a certificate is read later. */
function certificateStore({ issuanceTime, now }: Settings, memory: MemoryPart) {
  const keyOf = ({ id }: CertificateRecord): number => id;
  const records = memory.records("certificates", { schema: certificateRecord, keyOf, noun: "certificate" });
  const processes = memory.value("processes", counter, 0);
  const asOfNow = (certificate: CertificateRecord): CertificateRecord => {
    if (issuanceTime === "manual" || certificate.state !== "in progress") return certificate;
    const dueAt = certificate.startedAt + issuanceTime;
    return now() < dueAt ? certificate : entering(certificate, "completed", dueAt);
  };
  return {
    records,
    all: () => records.all().map(asOfNow),
    find: (id: number) => (records.has(id) ? asOfNow(records.get(id)) : undefined),
    get: (id: number) => asOfNow(records.get(id)),
    newProcessId: () => {
      processes.set(processes.get() + 1);
      return FIRST_PROCESS_ID + processes.get() - 1;
    },
  };
}

/** Changes certificates as the platform does. */
function certificatesHandle(store: Store, settings: Settings) {
  const { records } = store;
  const { now, forceRetriesPerCertificate } = settings;
  const end = (id: number, state: "completed" | "failed", error?: string): void => {
    const certificate = store.get(id);
    if (certificate.state !== "in progress") throw conflict(`Certificate ${id} is ${certificate.state}.`);
    records.set(entering(certificate, state, now(), error));
  };
  return {
    all: (): CertificateRecord[] => store.all(),
    get: (id: number): CertificateRecord | undefined => store.find(id),
    add: (addition: CertificateAddition): CertificateRecord => {
      const issuance = { processId: store.newProcessId(), startedAt: now(), attempts: [], forceRetries: 0 };
      return records.add(entering({ ...addition, ...issuance }, addition.state, now()));
    },
    change: (id: number, { state, ...fields }: CertificateChange): CertificateRecord => {
      const certificate = { ...store.get(id), ...fields };
      return records.set(state === undefined ? certificate : entering(certificate, state, now()));
    },
    delete: (id: number): void => records.remove(records.get(id).id),
    /** Ends the current attempt with success. */
    complete: (id: number): void => end(id, "completed"),
    /** Ends the current attempt with failure. */
    fail: (id: number, error?: string): void => end(id, "failed", error),
    /** Uses up all force retries of the certificate. */
    spendRetries: (id: number): void => {
      records.set({ ...store.get(id), forceRetries: forceRetriesPerCertificate });
    },
  };
}

/** The attempt that ends when a certificate enters a state. */
const endings: Readonly<Partial<Record<CertificateState, Pick<IssuanceAttempt, "status" | "error">>>> = {
  completed: { status: "Done", error: "" },
  failed: { status: "Failed", error: "The domain could not be verified." },
  "not attached": { status: "Cancelled", error: "The certificate is not attached to a resource." },
};

/** The certificate after it has entered a state, which an attempt may begin or end with. */
function entering(
  certificate: CertificateRecord,
  state: CertificateState,
  at: number,
  error?: string,
): CertificateRecord {
  if (state === "in progress") return { ...certificate, state, startedAt: at };
  const ending = endings[state];
  if (ending === undefined) return { ...certificate, state };
  const attempt: IssuanceAttempt = {
    id: certificate.attempts.length + 1,
    status: ending.status,
    error: error ?? ending.error,
    details: "",
    created: new Date(at).toISOString(),
    retry_after: null,
  };
  return { ...certificate, state, attempts: [...certificate.attempts, attempt] };
}

function issuanceStatus({ processId, state, startedAt, attempts }: CertificateRecord): IssuanceStatus {
  const active = state === "in progress";
  const latest = attempts.at(-1) ?? null;
  return {
    id: processId,
    active,
    attempts_count: attempts.length + (active ? 1 : 0),
    started: new Date(startedAt).toISOString(),
    finished: active ? null : (latest?.created ?? null),
    next_attempt_time: null,
    latest_status: latest,
    statuses: attempts,
  };
}

const refusals: Readonly<Record<Exclude<CertificateState, "failed">, string>> = {
  "in progress":
    "Force retry is not allowed until the current issuing attempt is in progress. Please wait until it ends.",
  completed: "The certificate issuance process has already been completed.",
  "not attached": "Certificate is not attached to a resource.",
  "not automated": "Force retry is not allowed for certificates that are not issued automatically.",
};

/** Starts another attempt. A refused force retry is not counted. */
function forceRetry(
  certificate: CertificateRecord,
  { forceRetriesPerCertificate, now }: Settings,
): CertificateRecord {
  const { state, forceRetries } = certificate;
  if (state !== "failed") throw invalid({ certificate: [refusals[state]] });
  if (forceRetries >= forceRetriesPerCertificate) {
    const exceeded = "The allowed number of force retries of the certificate has been exceeded.";
    throw problem(429, "TooManyRequests", exceeded);
  }
  return { ...entering(certificate, "in progress", now()), forceRetries: forceRetries + 1 };
}

function problem(status: number, kind: string, sentence: string): Problem {
  return new Problem(status, kind, sentence, { certificate: [sentence] });
}

/** An addition of an existing certificate changes its state. */
function certificateKind(certificates: CertificatesHandle): ObjectKind {
  return objectKind({
    name: "certificates",
    all: () => certificates.all(),
    idOf: ({ id }) => id,
    asJson: certificateJson,
    addition: z.strictObject({ id, state }),
    add: ({ id, ...fields }) =>
      certificates.get(id) === undefined
        ? certificates.add({ id, ...fields })
        : certificates.change(id, fields),
    change: z.strictObject({ state: state.exactOptional(), force_retries: counter.exactOptional() }),
    apply: ({ id }, { force_retries: forceRetries, ...fields }) =>
      certificates.change(id, { ...fields, ...(forceRetries !== undefined && { forceRetries }) }),
    remove: ({ id }) => certificates.delete(id),
  });
}

function certificateJson({ id, state, forceRetries }: CertificateRecord): unknown {
  return { id, state, force_retries: forceRetries };
}
