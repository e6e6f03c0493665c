import { describeInterruptions } from "../support/interruption";

describeInterruptions("certificate-force-retry");
