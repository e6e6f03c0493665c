import { describeInterruptions } from "../support/interruption";

describeInterruptions("QuotaLimitRequest");
