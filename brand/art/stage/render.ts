/**
 * Renders the two films over the hero's sky from film.html, frame by frame, so that every run gives the same pictures:
 *
 *   npx tsx brand/art/stage/render.ts            both, into brand/public/media or that of BRAND_DIR
 *   npx tsx brand/art/stage/render.ts 0.25       one look: the moment at a quarter of the loop, into .cache/stage
 *
 * Needs Chromium and ffmpeg (libvpx-vp9, libx264).
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { brandFolder } from "../../../server/cli/brand-files";

const SECONDS = 8;
const FRAMES_PER_SECOND = 20;
const LIMIT_BYTES = 600_000;
const media = join(brandFolder, "public/media");
const cache = ".cache/stage";
const frames = `${cache}/frames`;
type Sky = "day" | "night";

function ffmpeg(...args: string[]): void {
  execFileSync("ffmpeg", ["-hide_banner", "-loglevel", "error", "-y", ...args], { stdio: "inherit" });
}

/** Draws one moment of a film for each path. */
async function shoot(sky: Sky, moments: { t: number; path: string }[]): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--force-color-profile=srgb", "--allow-file-access-from-files"],
  });
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
  });
  await page.goto(`${pathToFileURL("brand/art/stage/film.html").href}?sky=${sky}`, { waitUntil: "load" });
  for (const { t, path } of moments) {
    await page.evaluate(`draw(${t})`);
    await page.screenshot({ path });
  }
  await browser.close();
}

const look = process.argv[2];
for (const [sky, name] of [
  ["night", "hero"],
  ["day", "hero-day"],
] as const) {
  rmSync(frames, { recursive: true, force: true });
  mkdirSync(frames, { recursive: true });
  if (look !== undefined) {
    await shoot(sky, [{ t: Number(look), path: `${cache}/${sky}-${look}.png` }]);
    continue;
  }
  const count = SECONDS * FRAMES_PER_SECOND;
  const path = (i: number) => `${frames}/${String(i).padStart(4, "0")}.png`;
  await shoot(
    sky,
    Array.from({ length: count }, (_, i) => ({ t: i / count, path: path(i) })),
  );
  // The colours are marked as BT.709: without it players guess, and black would not be black.
  const bt709 = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"];
  const input = [
    ...["-framerate", String(FRAMES_PER_SECOND), "-i", `${frames}/%04d.png`],
    ...["-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", ...bt709],
  ];
  ffmpeg(...input, "-c:v", "libvpx-vp9", "-crf", "34", "-b:v", "0", "-row-mt", "1", `${media}/${name}.webm`);
  const h264 = ["-c:v", "libx264", "-preset", "veryslow", "-tune", "animation", "-crf", "30"];
  ffmpeg(...input, ...h264, "-movflags", "+faststart", `${media}/${name}.mp4`);
  for (const file of [`${name}.webm`, `${name}.mp4`]) {
    const { size } = statSync(`${media}/${file}`);
    console.log(`${file}\t${size} bytes`);
    if (size > LIMIT_BYTES) throw new Error(`${file} has ${size} bytes, more than ${LIMIT_BYTES}`);
  }
}
