import { describeInterruptions } from "../support/interruption";

describeInterruptions("reseller-notification-settings");
