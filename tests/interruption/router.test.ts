import { describeInterruptions } from "../support/interruption";

describeInterruptions("router");
