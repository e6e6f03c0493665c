import { pluginLife } from "./plugin-life";

pluginLife();
