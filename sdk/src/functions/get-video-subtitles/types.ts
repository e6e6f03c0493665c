export interface GetVideoSubtitlesArgs {
  /** Number of the video, 1 or more: a number, or a text of digits where a number would be rounded. */
  videoId: number | string;
}

/** A subtitle of a video. What the platform leaves out is an empty text. */
export interface VideoSubtitle {
  /** Number of the subtitle; a text where it is too long for a number. */
  id: number | string;
  /** Name that viewers see. */
  name: string;
  /** Code of the language. */
  language: string;
  /** The subtitle itself, in WebVTT format. */
  vtt: string;
}

export interface GetVideoSubtitlesResult {
  videoId: number | string;
  /** All subtitles that are attached to the video, in the platform's order. */
  subtitles: VideoSubtitle[];
}
