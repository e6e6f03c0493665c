export interface GetVideoSubtitlesArgs {
  /** Number of the video, 1 or more: a number, or a string of digits if JavaScript would round the number. */
  videoId: number | string;
}

/** A subtitle of a video. A field that the platform does not send is an empty string. */
export interface VideoSubtitle {
  /** Number of the subtitle; a string of digits if JavaScript would round the number. */
  id: number | string;
  /** The name that viewers see. */
  name: string;
  /** Code of the language. */
  language: string;
  /** The subtitle itself, in WebVTT format. */
  vtt: string;
}

export interface GetVideoSubtitlesResult {
  videoId: number | string;
  /** All subtitles of the video, in the platform's order. */
  subtitles: VideoSubtitle[];
}
