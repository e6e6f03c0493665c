import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { LaunchOptions } from "playwright-core";
import { root } from "./command";

const bundle = path.join(root, "node_modules/@sparticuz/chromium");

/** The package is for Linux x64 only. `npm run setup -- --all` installs it. */
export const hasBundledBrowser =
  process.platform === "linux" && process.arch === "x64" && fs.existsSync(bundle);

/** Unpacks the browser of the package once, with the libraries and the font that a small machine lacks. */
export function bundledBrowser(): LaunchOptions {
  const { version } = JSON.parse(fs.readFileSync(path.join(bundle, "package.json"), "utf8"));
  const folder = path.join(root, "node_modules/.cache/test-browser", version);
  if (!fs.existsSync(folder)) unpack(folder);
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: path.join(folder, "lib"),
    FONTCONFIG_FILE: path.join(folder, "fonts.conf"),
  };
  return { executablePath: path.join(folder, "chromium"), env };
}

/** Another process may do the same: the folder gets its name when it is complete. */
function unpack(folder: string): void {
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  const temporary = fs.mkdtempSync(`${folder}-`);
  const content = (file: string) => brotliDecompressSync(fs.readFileSync(path.join(bundle, "bin", file)));
  fs.writeFileSync(path.join(temporary, "chromium"), content("chromium.br"), { mode: 0o755 });
  extract(content("al2023.tar.br"), temporary);
  extract(content("fonts.tar.br"), temporary);
  fs.writeFileSync(path.join(temporary, "fonts.conf"), fontsConfig(folder));
  try {
    fs.renameSync(temporary, folder);
  } catch (error) {
    fs.rmSync(temporary, { recursive: true });
    if (!fs.existsSync(folder)) throw error;
  }
}

function extract(archive: Buffer, folder: string): void {
  const { status, stderr } = spawnSync("tar", ["-x", "-C", folder], { input: archive, encoding: "utf8" });
  if (status !== 0) throw new Error(`tar could not unpack the browser: ${stderr}`);
}

const fontsConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;
