import { describeInterruptions } from "../support/interruption";

describeInterruptions("quota-notification-threshold");
