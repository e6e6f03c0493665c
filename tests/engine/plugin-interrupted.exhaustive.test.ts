import { pluginInterruptions } from "./plugin-interruptions";

pluginInterruptions();
