import type * as pulumi from "@pulumi/pulumi";
import { type InputsOf, PlatformFunction } from "../../program/function";
import type { GetVideoSubtitlesArgs, GetVideoSubtitlesResult } from "./types";

export type GetVideoSubtitlesOutputArgs = InputsOf<GetVideoSubtitlesArgs>;

const subtitles = new PlatformFunction<GetVideoSubtitlesArgs, GetVideoSubtitlesResult>(
  "getVideoSubtitles",
  () => require("./handler") as typeof import("./handler"),
);

/**
 * The subtitles of a video. Reads, in previews as well.
 *
 * Errors (`PlatformError`): 404 where there is no such video, 400 where the platform does not take its id.
 *
 * Operation: `GET /streaming/videos/{video_id}/subtitles`.
 *
 * @example Which languages are there?
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
