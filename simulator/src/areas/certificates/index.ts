import { fieldErrors } from "../../http/shapes";
import type { Platform } from "../../platform";
import type { Area } from "../area";
import { certificateControl, certificateJson } from "./controls";
import { type CertificatesHandle, certificatesHandle } from "./handle";
import { certificateOperations } from "./operations";
import { CertificateStore } from "./store";

export function certificatesArea({ settings, memory }: Platform): Area<CertificatesHandle> {
  const store = new CertificateStore(settings, memory);
  const handle = certificatesHandle(store, settings);
  return {
    handle,
    operations: certificateOperations(store, settings),
    errors: { under: ["/cdn/sslData"], shape: fieldErrors },
    controls: [certificateControl(handle)],
    state: () => store.all().map(certificateJson),
  };
}
