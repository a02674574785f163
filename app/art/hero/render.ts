/**
 * Renders the hero's loop and posters from scene.html, frame by frame, so that every run gives the same
 * pictures:
 *
 *   npx tsx app/art/hero/render.ts            everything, into public/media
 *   npx tsx app/art/hero/render.ts 0.25       one look: both formats at a quarter of the loop, into .cache/hero
 *
 * Needs Chromium and ffmpeg (libvpx-vp9, libx264, libaom, libwebp).
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { chromium, type Page } from "@playwright/test";

const SECONDS = 10;
const FRAMES_PER_SECOND = 25;
const LIMIT_BYTES = 1_500_000;
const media = "public/media";
const cache = ".cache/hero";

const formats = {
  landscape: { width: 1600, height: 900, name: "hero", vp9: "800k", x264: "22" },
  portrait: { width: 720, height: 1360, name: "hero-portrait", vp9: "600k", x264: "22" },
} as const;
type Format = keyof typeof formats;

/** A drawing of parts/ (the site serves smaller copies, without the names of their moving parts), its ids made its own when it stands in the scene twice. */
function drawing(name: string, prefix: string): string {
  const svg = readFileSync(`app/art/hero/parts/${name}.svg`, "utf8");
  return svg.replace(
    /\bid="([^"]+)"|url\(#([^)]+)\)/g,
    (_, id: string | undefined, use: string | undefined) =>
      id ? `id="${prefix}${id}"` : `url(#${prefix}${use})`,
  );
}

function sceneHtml(): string {
  const scene = readFileSync("app/art/hero/scene.html", "utf8");
  return scene.replace(
    /<i data-art="([^"]+)"(?: data-prefix="([^"]+)")?><\/i>/g,
    (_, name: string, prefix: string | undefined) => drawing(name, prefix ?? ""),
  );
}

async function open(format: Format): Promise<{ page: Page; close: () => Promise<void> }> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--force-color-profile=srgb"],
  });
  const { width, height } = formats[format];
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(sceneHtml());
  await page.evaluate(`setUp(${JSON.stringify(format)})`);
  return { page, close: () => browser.close() };
}

async function shoot(page: Page, t: number, path: string): Promise<void> {
  await page.evaluate(`draw(${t})`);
  await page.screenshot({ path });
}

function ffmpeg(...args: string[]): void {
  execFileSync("ffmpeg", ["-hide_banner", "-loglevel", "error", "-y", ...args], { stdio: "inherit" });
}

async function render(format: Format): Promise<void> {
  const { name, vp9, x264 } = formats[format];
  const frames = `${cache}/${format}`;
  rmSync(frames, { recursive: true, force: true });
  mkdirSync(frames, { recursive: true });
  const { page, close } = await open(format);
  const count = SECONDS * FRAMES_PER_SECOND;
  for (let i = 0; i < count; i++) {
    await shoot(page, i / count, `${frames}/${String(i).padStart(4, "0")}.png`);
  }
  await close();

  const input = ["-framerate", String(FRAMES_PER_SECOND), "-i", `${frames}/%04d.png`];
  // The colours are marked as BT.709: without it players guess, and the poster and the film differ.
  const colour = [
    "-vf",
    "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
    "-colorspace",
    "bt709",
    "-color_primaries",
    "bt709",
    "-color_trc",
    "bt709",
    "-color_range",
    "tv",
  ];
  const passLog = `${cache}/${format}-pass`;
  for (const pass of ["1", "2"]) {
    ffmpeg(
      ...input,
      ...colour,
      ...["-c:v", "libvpx-vp9", "-b:v", vp9, "-pass", pass, "-passlogfile", passLog, "-row-mt", "1"],
      ...["-g", "250", "-auto-alt-ref", "1", "-lag-in-frames", "25", "-cpu-used", pass === "1" ? "4" : "1"],
      ...(pass === "1" ? ["-f", "null", "-"] : [`${media}/${name}.webm`]),
    );
  }
  ffmpeg(
    ...input,
    ...colour,
    ...["-c:v", "libx264", "-preset", "veryslow", "-tune", "animation", "-crf", x264, "-g", "250"],
    ...["-movflags", "+faststart", `${media}/${name}.mp4`],
  );

  const first = `${frames}/0000.png`;
  ffmpeg(
    "-i",
    first,
    "-c:v",
    "libaom-av1",
    "-still-picture",
    "1",
    "-crf",
    "30",
    "-cpu-used",
    "3",
    `${media}/${name}-poster.avif`,
  );
  ffmpeg(
    "-i",
    first,
    "-c:v",
    "libwebp",
    "-quality",
    "72",
    "-preset",
    "drawing",
    `${media}/${name}-poster.webp`,
  );

  for (const file of [`${name}.webm`, `${name}.mp4`, `${name}-poster.avif`, `${name}-poster.webp`]) {
    const { size } = statSync(`${media}/${file}`);
    console.log(`${file}\t${size} bytes`);
    if (size > LIMIT_BYTES) throw new Error(`${file} has ${size} bytes, more than ${LIMIT_BYTES}`);
  }
}

mkdirSync(media, { recursive: true });
mkdirSync(cache, { recursive: true });
const look = process.argv[2];
for (const format of Object.keys(formats) as Format[]) {
  if (look === undefined) {
    await render(format);
  } else {
    const { page, close } = await open(format);
    await shoot(page, Number(look), `${cache}/${format}-${look}.png`);
    await close();
  }
}
