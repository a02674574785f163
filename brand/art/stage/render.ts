/**
 * Renders the film behind the stage and its first picture from film.html, frame by frame, so that every run gives the
 * same pictures:
 *
 *   npx tsx brand/art/stage/render.ts            all of it, into brand/public/media or that of BRAND_DIR
 *   npx tsx brand/art/stage/render.ts 0.25       one look: the moment at a quarter of the loop, into .cache/stage
 *
 * Needs Chromium and ffmpeg (libvpx-vp9, libx264, libwebp).
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

function ffmpeg(...args: string[]): void {
  execFileSync("ffmpeg", ["-hide_banner", "-loglevel", "error", "-y", ...args], { stdio: "inherit" });
}

/** Draws one moment of the loop for each path. */
async function shoot(moments: { t: number; path: string }[]): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--force-color-profile=srgb", "--allow-file-access-from-files"],
  });
  const page = await browser.newPage({ viewport: { width: 1500, height: 1100 } });
  await page.goto(pathToFileURL("brand/art/stage/film.html").href, { waitUntil: "load" });
  for (const { t, path } of moments) {
    await page.evaluate(`draw(${t})`);
    await page.screenshot({ path });
  }
  await browser.close();
}

rmSync(frames, { recursive: true, force: true });
mkdirSync(frames, { recursive: true });
const look = process.argv[2];
if (look !== undefined) {
  await shoot([{ t: Number(look), path: `${cache}/${look}.png` }]);
} else {
  const count = SECONDS * FRAMES_PER_SECOND;
  const path = (i: number) => `${frames}/${String(i).padStart(4, "0")}.png`;
  await shoot(Array.from({ length: count }, (_, i) => ({ t: i / count, path: path(i) })));
  // The colours are marked as BT.709: without it players guess, and the first picture and the film differ.
  const bt709 = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"];
  const input = [
    ...["-framerate", String(FRAMES_PER_SECOND), "-i", `${frames}/%04d.png`],
    ...["-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", ...bt709],
  ];
  ffmpeg(...input, "-c:v", "libvpx-vp9", "-crf", "34", "-b:v", "0", "-row-mt", "1", `${media}/hero.webm`);
  const h264 = ["-c:v", "libx264", "-preset", "veryslow", "-tune", "animation", "-crf", "30"];
  ffmpeg(...input, ...h264, "-movflags", "+faststart", `${media}/hero.mp4`);
  const webp = ["-c:v", "libwebp", "-quality", "75", "-compression_level", "6", "-preset", "drawing"];
  ffmpeg("-i", path(0), ...webp, `${media}/hero-poster.webp`);
  for (const file of ["hero.webm", "hero.mp4", "hero-poster.webp"]) {
    const { size } = statSync(`${media}/${file}`);
    console.log(`${file}\t${size} bytes`);
    if (size > LIMIT_BYTES) throw new Error(`${file} has ${size} bytes, more than ${LIMIT_BYTES}`);
  }
}
