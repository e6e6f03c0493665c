import { fieldErrors } from "../../http/shapes";
import type { Area, AreaPlatform } from "../area";
import { type CertificatesHandle, certificatesHandle } from "./handle";
import { certificateJson, certificateKind } from "./objects";
import { certificateOperations } from "./operations";
import { CertificateStore } from "./store";

export function certificatesArea({ settings, memory }: AreaPlatform): Area<CertificatesHandle> {
  const store = new CertificateStore(settings, memory);
  const handle = certificatesHandle(store, settings);
  return {
    handle,
    operations: certificateOperations(store, settings),
    errors: { under: ["/cdn/sslData"], shape: fieldErrors },
    objects: [certificateKind(handle)],
    state: () => store.all().map(certificateJson),
  };
}
