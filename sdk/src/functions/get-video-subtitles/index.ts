export * from "./get-video-subtitles";
export type * from "./types";
