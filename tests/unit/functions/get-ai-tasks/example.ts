import { expect } from "@jest/globals";
import type { ExampleFixture } from "../../../support/example-fixtures";

export const example: ExampleFixture = {
  summary: "how many there are, and which have failed, from all pages",
  config: {},
  async run({ platform, stack }) {
    const url = (index: number) => `https://videos.example.com/${index}.mp4`;
    for (let index = 0; index < 120; index++)
      platform.streaming.addAiTask({
        status: index % 2 ? "FAILURE" : "SUCCESS",
        task_data: { task_name: "transcription", url: url(index) },
      });
    await stack.up();
    const outputs = await stack.outputs();
    expect(outputs.tasks).toBe(120);
    expect((outputs.failedTasks as Array<{ url: string }>).map((task) => task.url).sort()).toEqual(
      Array.from({ length: 60 }, (_, index) => url(index * 2 + 1)).sort(),
    );
  },
};
