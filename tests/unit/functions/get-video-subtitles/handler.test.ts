import { expect, test } from "@jest/globals";
import { getVideoSubtitles } from "../../../../sdk/src";
import { requestsWithQuery } from "../../../support/handler-setup";
import { setUp, setUpScripted } from "../setup";

test("subtitles are in the platform's order, with unchanged texts", async () => {
  const platform = await setUp();
  const vtt = 'WEBVTT\n\nNOTE "ä" & <b>\n\n00:00.000 --> 00:02.000\n- Grüße 😀\n';
  const subtitles = [
    { id: 30, name: "Deutsch", language: "de", vtt },
    { id: 2, name: "English", language: "en", vtt: "WEBVTT\n" },
  ];
  platform.streaming.addVideo({ id: 5001, subtitles });
  platform.streaming.addVideo({ id: 5002 });
  expect(await getVideoSubtitles({ videoId: 5001 })).toEqual({ videoId: 5001, subtitles });
  expect(await getVideoSubtitles({ videoId: 5002 })).toEqual({ videoId: 5002, subtitles: [] });
  expect(requestsWithQuery(platform)).toEqual([
    "GET /streaming/videos/5001/subtitles",
    "GET /streaming/videos/5002/subtitles",
  ]);
});

test("any text is the id of a video, as one segment of the path", async () => {
  const platform = await setUp();
  platform.streaming.addVideo({ id: "a/b c", subtitles: [{ id: 1 }] });
  expect((await getVideoSubtitles({ videoId: "a/b c" })).subtitles).toHaveLength(1);
  expect(requestsWithQuery(platform)).toEqual(["GET /streaming/videos/a%2Fb%20c/subtitles"]);
});

test("subtitles have every digit of long ids, empty texts for missing fields, and no unknown fields", async () => {
  const body = '[{"id": 9007199254740993, "name": null, "language": null, "author": "x"}]';
  const server = await setUpScripted(() => ({ body }));
  const videoId = "9223372036854775807";
  const subtitles = [{ id: "9007199254740993", name: "", language: "", vtt: "" }];
  expect(await getVideoSubtitles({ videoId })).toEqual({ videoId, subtitles });
  expect(server.requests.map(({ path }) => path)).toEqual([`/streaming/videos/${videoId}/subtitles`]);
});
