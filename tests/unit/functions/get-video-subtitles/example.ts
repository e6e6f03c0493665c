import { expect } from "@jest/globals";
import type { ExampleFixture } from "../../../support/example-fixtures";

export const example: ExampleFixture = {
  summary: "the languages of a video",
  config: { videoId: "5001" },
  async run({ platform, stack }) {
    platform.streaming.addVideo({ id: 5001, subtitles: [{ language: "de" }] });
    await stack.up();
    expect(await stack.outputs()).toEqual({ languages: ["de"] });
  },
};
