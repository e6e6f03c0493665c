import { handler } from "../../../../sdk/src/functions/get-video-subtitles/handler";
import type { FunctionFixture } from "../../../support/function-fixtures";

const VIDEO = "videoId must be the number of a video: ";
const WHOLE = "a whole number, 1 or more";

export const fixtures: FunctionFixture[] = [
  {
    name: "getVideoSubtitles",
    prepare: ({ streaming }) =>
      void streaming.addVideo({ id: 5, subtitles: [{ id: 7, name: "Deutsch", language: "de" }] }),
    argument: () => ({ videoId: 5 }),
    invalid: [
      [{ videoId: 0 }, `${VIDEO}${WHOLE}`],
      [{}, `videoId is required, and must be the number of a video: ${WHOLE}`],
      [{ videoId: "5/../6" }, `${VIDEO}${WHOLE}; as a text, digits alone`],
      [{ videoId: "9223372036854775808" }, `${VIDEO}9223372036854775807 or less`],
    ],
    anyReply: { path: /\/subtitles$/, answer: { body: [] } },
    call: (platform) => handler.call({ videoId: 5 }, platform),
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
