import { describeInterruptions } from "../support/interruption";

describeInterruptions("EdgeGroupMembership");
