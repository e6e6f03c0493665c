import type { MemoryPart, Value } from "../../core/memory";
import { counter } from "../../core/schemas";
import type { Settings } from "../../options";
import { entering } from "./issuance";
import { type CertificateRecord, certificateRecord } from "./record";

/** Far from the ids of certificates, so that nobody takes one for the other unnoticed. */
const firstProcessId = 70_001;

/** The certificates there are. An issuance with a time of its own has ended when somebody looks after it. */
export class CertificateStore {
  readonly #certificates: Map<number, CertificateRecord>;
  readonly #settings: Settings;
  readonly #processes: Value<number>;

  constructor(settings: Settings, memory: MemoryPart) {
    this.#certificates = memory.records("certificates", certificateRecord, ({ id }) => id);
    this.#processes = memory.value("processes", counter, 0);
    this.#settings = settings;
  }

  all(): CertificateRecord[] {
    return [...this.#certificates.values()].map((each) => this.#settled(each));
  }

  get(id: number): CertificateRecord | undefined {
    const certificate = this.#certificates.get(id);
    return certificate && this.#settled(certificate);
  }

  keep(certificate: CertificateRecord): void {
    this.#certificates.set(certificate.id, certificate);
  }

  remove(id: number): void {
    this.#certificates.delete(id);
  }

  newProcessId(): number {
    const before = this.#processes.get();
    this.#processes.set(before + 1);
    return firstProcessId + before;
  }

  #settled(certificate: CertificateRecord): CertificateRecord {
    const { issuanceTime, now } = this.#settings;
    if (issuanceTime === "manual" || certificate.state !== "in progress") return certificate;
    const dueAt = certificate.startedAt + issuanceTime;
    return now() < dueAt ? certificate : entering(certificate, "completed", dueAt);
  }
}
