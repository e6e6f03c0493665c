import { describe, expect, test } from "@jest/globals";
import { getVideoSubtitles, type PlatformError } from "../../../../sdk/src";
import { requestsWithQuery } from "../../../support/handler-setup";
import { failureOf } from "../../../support/until";
import { setUp, setUpScripted } from "../setup";

const failure = (videoId: number | string = 5) => failureOf<PlatformError>(getVideoSubtitles({ videoId }));

describe("the subtitles of a video", () => {
  test("are in the platform's order, with unchanged texts", async () => {
    const platform = await setUp();
    const vtt = 'WEBVTT\n\nNOTE "ä" & <b>\n\n00:00.000 --> 00:02.000\n- Grüße 😀\n';
    platform.streaming.addVideo({
      id: 5001,
      subtitles: [
        { id: 30, name: "Deutsch", language: "de", vtt },
        { id: 2, name: "English", language: "en", vtt: "WEBVTT\n" },
      ],
    });
    platform.streaming.addVideo({ id: 5002, subtitles: [{ name: "of another video" }] });
    expect(await getVideoSubtitles({ videoId: 5001 })).toEqual({
      videoId: 5001,
      subtitles: [
        { id: 30, name: "Deutsch", language: "de", vtt },
        { id: 2, name: "English", language: "en", vtt: "WEBVTT\n" },
      ],
    });
    expect(requestsWithQuery(platform)).toEqual(["GET /streaming/videos/5001/subtitles"]);
  });

  test("may be an empty list", async () => {
    const platform = await setUp();
    platform.streaming.addVideo({ id: 5 });
    expect(await getVideoSubtitles({ videoId: 5 })).toEqual({ videoId: 5, subtitles: [] });
  });

  test("are requested with every digit of a long id", async () => {
    const server = await setUpScripted(() => ({ body: '[{"id": 9007199254740993, "name": "Deutsch"}]' }));
    expect(await getVideoSubtitles({ videoId: "9223372036854775807" })).toEqual({
      videoId: "9223372036854775807",
      subtitles: [{ id: "9007199254740993", name: "Deutsch", language: "", vtt: "" }],
    });
    expect(server.requests.map(({ path }) => path)).toEqual([
      "/streaming/videos/9223372036854775807/subtitles",
    ]);
  });

  test("have empty texts for missing and null fields, and omit unknown fields", async () => {
    await setUpScripted(() => ({
      body: [{ id: 1 }, { id: 2, name: null, language: null, vtt: null, author: "x" }],
    }));
    const empty = { name: "", language: "", vtt: "" };
    expect(await getVideoSubtitles({ videoId: 5 })).toEqual({
      videoId: 5,
      subtitles: [
        { id: 1, ...empty },
        { id: 2, ...empty },
      ],
    });
  });
});

describe("an error", () => {
  test("if the video does not exist", async () => {
    await setUp();
    const error = await failure();
    expect(error).toMatchObject({
      name: "PlatformError",
      method: "GET",
      path: "/streaming/videos/5/subtitles",
      status: 404,
      reason: "Video 5 was not found.",
    });
    expect(error.message).toMatch(
      /^GET \/streaming\/videos\/5\/subtitles was answered 404: Video 5 was not found\. \(request id .+\) \[not-found\]\nCheck the ids\. /,
    );
  });
});
