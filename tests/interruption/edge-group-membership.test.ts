import { describeInterruptions } from "../support/interruption";

describeInterruptions("edge-group-membership");
