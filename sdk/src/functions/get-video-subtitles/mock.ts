import type { FunctionMock } from "../../lifecycle/mock";
import type { GetVideoSubtitlesArgs, GetVideoSubtitlesResult } from "./types";

export const mock: FunctionMock<GetVideoSubtitlesArgs, GetVideoSubtitlesResult> = ({ videoId }, values) => ({
  videoId,
  subtitles: [
    {
      id: values.number("subtitle"),
      name: "English",
      language: "en",
      vtt: "WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n",
    },
  ],
});
