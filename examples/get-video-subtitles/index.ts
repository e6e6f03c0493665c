import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

const { subtitles } = cloudplatform.getVideoSubtitlesOutput({
  videoId: new pulumi.Config().requireNumber("videoId"),
});

export const languages = subtitles.apply((list) => list.map(({ language }) => language));
