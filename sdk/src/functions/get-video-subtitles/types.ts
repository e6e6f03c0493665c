/** The arguments of `getVideoSubtitles`. */
export interface GetVideoSubtitlesArgs {
  /**
   * Number of the video: an integer, 1 or more. Write a number above 9007199254740991 as a string of digits, because
   * JavaScript would round it.
   */
  videoId: number | string;
}

/** A subtitle of a video. A text that the platform does not send is an empty string. */
export interface VideoSubtitle {
  /** Number of the subtitle; a string of digits if JavaScript would round the number. */
  id: number | string;
  /** The name that viewers see. */
  name: string;
  /** Language code. */
  language: string;
  /** Subtitle text in WebVTT format. */
  vtt: string;
}

/** The result of `getVideoSubtitles`. */
export interface GetVideoSubtitlesResult {
  /** Number of the video, as you set it. */
  videoId: number | string;
  /** All subtitles of the video, in the platform's order; `[]` if the video has no subtitles. */
  subtitles: VideoSubtitle[];
}
