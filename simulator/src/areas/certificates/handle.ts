import { conflict, notFound } from "../../core/problem";
import type { Settings } from "../../options";
import { entering } from "./issuance";
import type { CertificateRecord, CertificateState } from "./record";
import type { CertificateStore } from "./store";

export interface CertificateAddition {
  readonly id: number;
  readonly state: CertificateState;
  /** What a refused force retry is told in place of the usual sentence. */
  readonly say?: string;
}

export interface CertificateChange extends Partial<Omit<CertificateAddition, "id">> {
  /** How many force retries have been used. */
  readonly forceRetries?: number;
}

/** The certificates as they change behind the client's back. */
export interface CertificatesHandle {
  all(): CertificateRecord[];
  get(id: number): CertificateRecord | undefined;
  add(addition: CertificateAddition): CertificateRecord;
  change(id: number, change: CertificateChange): CertificateRecord;
  delete(id: number): void;
  /** Ends the attempt under way well. */
  complete(id: number): void;
  /** Ends the attempt under way badly. */
  fail(id: number, error?: string): void;
  /** Leaves no force retry to the certificate. */
  spendRetries(id: number): void;
}

export function certificatesHandle(store: CertificateStore, settings: Settings): CertificatesHandle {
  const { now, forceRetriesPerCertificate } = settings;
  const existing = (id: number): CertificateRecord => {
    const certificate = store.get(id);
    if (certificate === undefined) throw notFound(`There is no certificate ${id}.`);
    return certificate;
  };
  const kept = (certificate: CertificateRecord): CertificateRecord => {
    store.keep(certificate);
    return structuredClone(certificate);
  };
  const end = (id: number, state: "completed" | "failed", error?: string): void => {
    const certificate = existing(id);
    if (certificate.state !== "in progress") throw conflict(`Certificate ${id} is ${certificate.state}.`);
    store.keep(entering(certificate, state, now(), error));
  };
  return {
    all: () => structuredClone(store.all()),
    get: (id) => structuredClone(store.get(id)),
    add: ({ id, state, say }) => {
      if (store.get(id) !== undefined) throw conflict(`There is a certificate ${id} already.`);
      const blank = {
        id,
        state,
        ...(say === undefined ? {} : { say }),
        processId: store.newProcessId(),
        attempts: [],
        forceRetries: 0,
      };
      return kept(entering({ ...blank, startedAt: now() }, state, now()));
    },
    change: (id, { state, ...said }) => {
      const certificate = { ...existing(id), ...said };
      return kept(state === undefined ? certificate : entering(certificate, state, now()));
    },
    delete: (id) => store.remove(existing(id).id),
    complete: (id) => end(id, "completed"),
    fail: (id, error) => end(id, "failed", error),
    spendRetries: (id) => store.keep({ ...existing(id), forceRetries: forceRetriesPerCertificate }),
  };
}
