import type { Memory } from "../../core/memory";
import type { Settings } from "../../options";
import { entering } from "./issuance";
import type { CertificateRecord } from "./record";

/** Far from the ids of certificates, so that nobody takes one for the other unnoticed. */
const firstProcessId = 70_001;

/** The certificates there are. An issuance with a time of its own has ended when somebody looks after it. */
export class CertificateStore {
  readonly #certificates: Map<number, CertificateRecord>;
  readonly #settings: Settings;
  #processes = 0;

  constructor(settings: Settings, memory: Memory) {
    this.#certificates = memory.keep(new Map());
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
    this.#processes += 1;
    return firstProcessId + this.#processes - 1;
  }

  #settled(certificate: CertificateRecord): CertificateRecord {
    const { issuanceTime, now } = this.#settings;
    if (issuanceTime === "manual" || certificate.state !== "in progress") return certificate;
    const dueAt = certificate.startedAt + issuanceTime;
    return now() < dueAt ? certificate : entering(certificate, "completed", dueAt);
  }
}
