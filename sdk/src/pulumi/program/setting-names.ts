import * as pulumi from "@pulumi/pulumi";
import { SETTINGS } from "../../errors/configuration";
import { didYouMean } from "../../errors/inputs";
import { SETTING_NAMES } from "../../platform/settings";
import { nearest } from "../../util/nearest";
import { runError } from "./errors";

let isChecked = false;

/** Throws if the stack's configuration has a misspelt setting, which would have no effect. */
export function checkSettingNames(): void {
  if (isChecked) return;
  for (const [key, value] of Object.entries(pulumi.runtime.allConfig())) {
    const [, name] = /^cloudplatform:(.*)$/.exec(key) ?? [];
    // Objects are sections of a declarative stack, which has its own check. A section without entries may be empty.
    if (name === undefined || isSetting(name) || /^($|[{[])/.test(value)) continue;
    throw runError(SETTINGS.unknown.error({ name, hint: settingHint(name) }));
  }
  isChecked = true;
}

export function isSetting(name: string): boolean {
  return (SETTING_NAMES as readonly string[]).includes(name);
}

export function settingHint(name: string): string {
  return didYouMean(nearest(name, SETTING_NAMES));
}
