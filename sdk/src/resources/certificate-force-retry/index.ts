export { CertificateForceRetry, type CertificateForceRetryArgs } from "./certificate-force-retry";
