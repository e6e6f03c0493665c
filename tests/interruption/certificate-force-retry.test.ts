import { describeInterruptions } from "../support/interruption";

describeInterruptions("CertificateForceRetry");
