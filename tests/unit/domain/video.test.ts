import { expect, test } from "vitest";
import { viewOfVideo } from "~/domain/video";

test.each([
  [undefined, undefined],
  ["https://video.example/embed/1", { kind: "embed", src: "https://video.example/embed/1?autoplay=1" }],
  [
    "https://video.example/embed/1?rel=0&autoplay=0",
    { kind: "embed", src: "https://video.example/embed/1?rel=0&autoplay=1" },
  ],
  ["https://video.example/tools.MP4?v=2", { kind: "file", src: "https://video.example/tools.MP4?v=2" }],
  ["https://video.example/tools.webm", { kind: "file", src: "https://video.example/tools.webm" }],
  ["https://video.example/mp4", { kind: "embed", src: "https://video.example/mp4?autoplay=1" }],
])("%s is shown as %j", (address, video) => {
  const isConfigured = address !== undefined;
  const played = viewOfVideo(address, "http://localhost/my-page/tools?play=1");
  expect(played).toEqual({ isConfigured, video: video ?? null });
  expect(viewOfVideo(address, "http://localhost/my-page/tools")).toEqual({ isConfigured, video: null });
});
