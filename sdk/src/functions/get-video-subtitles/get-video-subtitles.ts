import { PlatformFunction } from "../../doors/dynamic/program/function";
import type { InputsOf } from "../../doors/dynamic/program/values";

/** The arguments of `getVideoSubtitles`. */
export interface GetVideoSubtitlesArgs {
  /**
   * Id of the video: a number or any text. Write a number above 9007199254740991 as a string of digits, because it
   * would be rounded.
   */
  videoId: number | string;
}

/** A subtitle of a video. A text that the platform does not send is an empty string. */
export interface VideoSubtitle {
  /** Number of the subtitle; a string of digits above 9007199254740991. */
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
  /** Id of the video, as you set it. */
  videoId: number | string;
  /** All subtitles of the video, in the platform's order; `[]` if the video has no subtitles. */
  subtitles: VideoSubtitle[];
}

/** The arguments of `getVideoSubtitlesOutput`. */
export type GetVideoSubtitlesOutputArgs = InputsOf<GetVideoSubtitlesArgs>;

const subtitles = new PlatformFunction(
  "getVideoSubtitles",
  () => require("./handler") as typeof import("./handler"),
);

/**
 * Returns all subtitles of a video of the streaming platform, with their texts. Sends the request in previews as well.
 *
 * Errors: `InvalidArguments` for an invalid `videoId`. `PlatformError` with status 404 if the video does not exist, or
 * 400 if the platform does not accept its id.
 *
 * Operations:
 * - `GET /streaming/videos/{video_id}/subtitles`: reads the subtitles.
 *
 * @example The languages of all subtitles
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * export const languages = cloudplatform
 *   .getVideoSubtitles({ videoId: 5001 })
 *   .then(({ subtitles }) => subtitles.map(({ language }) => language));
 * ```
 */
export const getVideoSubtitles = subtitles.invoke;

/**
 * Like `getVideoSubtitles`, with Outputs: waits for its arguments and for `dependsOn`. The result is unknown or secret
 * if `videoId` is unknown or secret.
 *
 * @example With the id of a video from the stack's configuration
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const videoId = new pulumi.Config().requireSecretNumber("videoId");
 * const { subtitles } = cloudplatform.getVideoSubtitlesOutput({ videoId });
 * export const names = subtitles.apply((list) => list.map(({ name }) => name));
 * ```
 */
export const getVideoSubtitlesOutput = subtitles.output;
