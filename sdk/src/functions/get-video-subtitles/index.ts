export * from "./get-video-subtitles";
