import { describeInterruptions } from "../support/interruption";

describeInterruptions("ResellerNotificationSettings");
