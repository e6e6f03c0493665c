import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Project } from "./project.mjs";
import { perform, SEED, summary } from "./story.mjs";
import { animation } from "./svg.mjs";
import { Terminal } from "./terminal.mjs";
import { THEMES } from "./themes.mjs";
import { timeline } from "./timeline.mjs";

/**
 * Records the story, and writes it in each theme.
 *
 * @param {string} folder
 */
export async function record(folder) {
  const project = await Project.create({ seed: SEED });
  const terminal = new Terminal(project);
  try {
    const still = await perform(terminal, project);
    const recorded = timeline(terminal.screens, still);
    refuseNamesOf(project, recorded);
    fs.mkdirSync(folder, { recursive: true });
    for (const [name, theme] of Object.entries(THEMES)) {
      const file = path.join(folder, `${name}.svg`);
      fs.writeFileSync(file, animation(recorded, { ...terminal.size, ...summary, theme }));
      console.log(`${file}: ${Math.round(fs.statSync(file).size / 1000)} kB, ${recorded.seconds} s`);
    }
  } catch (error) {
    console.error(terminal.text());
    throw error;
  } finally {
    await terminal.close();
    await project.remove();
  }
}

/**
 * Others publish the recording, so nothing of this machine may be in it.
 *
 * @param {Project} project
 * @param {import("./timeline.mjs").Recorded} recorded
 */
function refuseNamesOf(project, { spans }) {
  const text = spans.map(({ line }) => line.map((run) => run.text).join("")).join("\n");
  const names = [project.home, project.platform.url, os.homedir(), os.hostname()];
  const found = names.find((name) => text.includes(name));
  if (found) throw new Error(`The recording contains ${found}.`);
}
