import type { FunctionFixture } from "../../../support/function-fixtures";

const VIDEO = "must be the id of a video";

export const fixtures: FunctionFixture[] = [
  {
    name: "getVideoSubtitles",
    prepare: ({ streaming }) =>
      void streaming.addVideo({ id: 5, subtitles: [{ id: 7, name: "Deutsch", language: "de" }] }),
    argument: () => ({ videoId: 5 }),
    invalid: [
      [{ videoId: 0.5 }, `videoId ${VIDEO}: a whole number or a text`],
      [{}, `videoId is required, and ${VIDEO}: a whole number or a text`],
      [{ videoId: ".." }, `videoId ${VIDEO}: not "." or "..", which are steps in a path`],
    ],
    anyReply: { path: /\/subtitles$/, answer: { body: [] } },
    output: {
      args: (videoId) => ({ videoId }),
      value: () => 5,
      result: { videoId: 5, subtitles: [{ id: 7, name: "Deutsch" }] },
    },
    mocked: { args: { videoId: 5 }, result: { videoId: 5, subtitles: [{}] } },
    types: `
export const texts: Output<string[]> = cloudplatform.getVideoSubtitlesOutput({ videoId: output(5) }).subtitles.apply((list) => list.map(({ vtt }) => vtt));
// @ts-expect-error the plain form takes no outputs
cloudplatform.getVideoSubtitles({ videoId: output(5) });
`,
  },
];
