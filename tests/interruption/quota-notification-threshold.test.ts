import { describeInterruptions } from "../support/interruption";

describeInterruptions("QuotaNotificationThreshold");
