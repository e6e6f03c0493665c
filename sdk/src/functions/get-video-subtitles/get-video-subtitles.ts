import type * as pulumi from "@pulumi/pulumi";
import { type InputsOf, PlatformFunction } from "../../program/function";
import type { GetVideoSubtitlesArgs, GetVideoSubtitlesResult } from "./types";

export type GetVideoSubtitlesOutputArgs = InputsOf<GetVideoSubtitlesArgs>;

const subtitles = new PlatformFunction<GetVideoSubtitlesArgs, GetVideoSubtitlesResult>(
  "getVideoSubtitles",
  () => require("./handler") as typeof import("./handler"),
);

/**
 * The subtitles of a video. Also runs in previews.
 *
 * Errors (`PlatformError`): 404 if the video does not exist, 400 if the platform does not accept its id.
 *
 * Operation: `GET /streaming/videos/{video_id}/subtitles`.
 *
 * @example The languages of all subtitles
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const { subtitles } = cloudplatform.getVideoSubtitlesOutput({ videoId: 5001 });
 * export const languages = subtitles.apply((list) => list.map(({ language }) => language));
 * ```
 */
export function getVideoSubtitles(
  args: GetVideoSubtitlesArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetVideoSubtitlesResult> {
  return subtitles.invoke(args, opts);
}

/**
 * The same on Outputs: waits for its arguments and for `dependsOn`.
 *
 * @example
 * ```ts
 * const found = cloudplatform.getVideoSubtitlesOutput({ videoId: config.requireSecretNumber("videoId") });
 * export const names = found.subtitles.apply((list) => list.map(({ name }) => name));
 * ```
 */
export function getVideoSubtitlesOutput(
  args: GetVideoSubtitlesOutputArgs,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetVideoSubtitlesResult> {
  return subtitles.output(args, opts);
}
