/** A source of settings: `<name>` stands for `cloudplatform:<name>`. */
export function settingsOf(settings: Record<string, string>) {
  return { get: (key: string) => settings[key.replace(/^cloudplatform:/, "")] };
}
