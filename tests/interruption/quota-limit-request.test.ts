import { describeInterruptions } from "../support/interruption";

describeInterruptions("quota-limit-request");
