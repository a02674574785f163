/**
 * Renders the pictures that other sites show beside a link, one for each kind of page, into public/og:
 *
 *   npx tsx art/share/render.ts           all of them
 *   npx tsx art/share/render.ts news      one of them
 *
 * Each is the same dusk with the wordmark at the left and something of its own at the right. No words beside
 * the wordmark: one picture serves four languages. Needs Chromium and ffmpeg (for the palette that keeps a PNG
 * small).
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { chromium } from "@playwright/test";

const WIDTH = 1200;
const HEIGHT = 630;

/** A drawing at a place: x and y of its upper left corner, its width, and turns it clockwise by `turn` degrees. */
type Place = [name: string, x: number, y: number, width: number, turn?: number];

const skies = {
  dusk: "#14172e 0%, #1f1d4b 20%, #3a2f78 44%, #6b3f83 62%, #b9536e 80%, #ee7658 100%",
  /** That of the page heads, for which their scenes are made. */
  head: "#14172e 0%, #2a2562 46%, #5a3a80 78%, #b9536e 118%",
} as const;

/** The scene of a page's head: 1600 wide, with its event right of x 1070. */
const head = (name: string, x: number, y: number, width: number): { sky: "head"; things: Place[] } => ({
  sky: "head",
  things: [[`heads/${name}`, x, y, width]],
});

const scenes: Record<string, { sky: keyof typeof skies; things: Place[]; isPicture?: string }> = {
  home: {
    sky: "dusk",
    things: [
      ["moon", 690, 10, 430],
      ["stage/main-island", 500, 40, 700],
      ["balloon", 1080, 90, 70],
    ],
  },
  introduction: { sky: "dusk", things: [], isPicture: "introduction/together" },
  download: head("download", -930, 70, 2160),
  news: head("news", -960, 50, 2400),
  support: head("support", -1130, 30, 2400),
  account: head("account", -1090, 30, 2400),
  store: head("store", -1100, 30, 2400),
  dao: head("dao", -1080, 40, 2320),
  legal: head("legal", -1130, 30, 2400),
};

const dataUrl = (file: string) => `data:image/svg+xml;base64,${readFileSync(file).toString("base64")}`;
/** A drawing that the site serves, or one that only the hero's film uses. */
const art = (name: string) => {
  const served = `public/art/${name}.svg`;
  return dataUrl(existsSync(served) ? served : `art/stage/parts/${name}.svg`);
};

function html(kind: string): string {
  const scene = scenes[kind];
  if (!scene) throw new Error(`No picture named ${kind}; there are ${Object.keys(scenes).join(", ")}.`);
  const img = ([name, x, y, width, turn = 0]: Place) =>
    `<img src="${art(name)}" style="left:${x}px;top:${y}px;width:${width}px;rotate:${turn}deg;${name.startsWith("pass") ? "border-radius:18px;filter:drop-shadow(10px 18px 0 rgb(8 9 24/.4))" : ""}">`;
  const picture = scene.isPicture
    ? `<div style="position:absolute;right:-70px;top:-20px;width:760px;height:670px;overflow:hidden;border-radius:380px 0 0 380px/335px 0 0 335px;box-shadow:-14px 0 0 #5d3474,-30px 0 0 #3d2a66"><img src="${art(scene.isPicture)}" style="position:absolute;left:-20px;top:0;width:806px"></div>`
    : "";
  return `<!doctype html><style>
    body { margin: 0; position: relative; width: ${WIDTH}px; height: ${HEIGHT}px; overflow: hidden; background: linear-gradient(${skies[scene.sky]}); }
    img { position: absolute; max-width: none; }
  </style><body>
    <img src="${art("stars")}" style="left:0;top:0;width:1600px">
    ${scene.things.map(img).join("")}${picture}
    <img src="${art("mist-mid")}" style="left:-700px;top:520px;width:2000px;opacity:.9">
    <img src="${art("mist-near")}" style="left:-260px;top:548px;width:2000px">
    <img src="${art("logo")}" style="left:80px;top:208px;width:400px">
  </body>`;
}

mkdirSync("public/og", { recursive: true });
mkdirSync(".cache/og", { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--force-color-profile=srgb"],
});
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
const wanted = process.argv[2];
for (const kind of wanted ? [wanted] : Object.keys(scenes)) {
  const raw = `.cache/og/${kind}.png`;
  const done = `public/og/${kind}.png`;
  await page.setContent(html(kind), { waitUntil: "load" });
  await page.screenshot({ path: raw });
  rmSync(done, { force: true });
  execFileSync("ffmpeg", [
    ...["-hide_banner", "-loglevel", "error", "-y", "-i", raw],
    ...[
      "-vf",
      "split[a][b];[a]palettegen=max_colors=256:stats_mode=full[p];[b][p]paletteuse=dither=sierra2_4a",
      done,
    ],
  ]);
  console.log(`${done}\t${statSync(done).size} bytes`);
}
await browser.close();
