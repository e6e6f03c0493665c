import { describeInterruptions } from "../support/interruption";

describeInterruptions("Router");
