/**
 * Renders the pictures that other sites show beside a link, one for each area and language, into public/og of the brand
 * (BRAND_DIR, else brand/):
 *
 *   npx tsx brand/art/share/render.ts           all of them
 *   npx tsx brand/art/share/render.ts news      one area
 *
 * Each is the same dusk with the wordmark and the area's title at the left and something of its own at the right. Needs
 * the tests' Chromium and the faces of brand/art/headlines/make.py (Debian's fonts-mplus, fonts-nanum, fonts-noto-cjk-extra).
 */
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { type ShareKind, shareTitles } from "../../../app/components/document/share-picture";
import { brandText } from "../../../app/domain/brand-text";
import { brandFolder, inBrandColours } from "../../../server/cli/brand-files";
import { brand } from "../../../server/runtime/brand";
import { chromiumFlags, findChromium } from "../../../tests/kit/browser/chromium";

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

const legal = head("legal", -1130, 30, 2400);
const scenes: Record<ShareKind, { sky: keyof typeof skies; things: Place[]; isPicture?: string }> = {
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
  dao: { sky: "head", things: [["heads/dao-home", 470, 120, 700]] },
  terms: legal,
  privacy: legal,
};

const plainUrl = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
const dataUrl = (file: string) => plainUrl(inBrandColours(readFileSync(file, "utf8")));
/** A drawing that the site serves, or one that only these images use. */
const art = (name: string) => {
  const places = [join(brandFolder, "public/art"), "public/art", "brand/art/stage/parts"];
  const file = places.map((place) => `${place}/${name}.svg`).find((each) => existsSync(each));
  if (file === undefined) throw new Error(`there is no drawing ${name}`);
  return file.startsWith(brandFolder) ? plainUrl(readFileSync(file, "utf8")) : dataUrl(file);
};

/** The letters of the brand for Latin; the others by the names of Debian's packages. */
const latin = join(brandFolder, "fonts/latin.woff2");
const face = existsSync(latin)
  ? `@font-face { font-family: ${brand.shareFont}; src: url(data:font/woff2;base64,${readFileSync(latin).toString("base64")}); font-weight: 100 900; }`
  : "";
const faces = {
  ja: '"M PLUS 1"',
  en: brand.shareFont,
  ko: '"NanumSquareRound"',
  zh: '"Noto Sans CJK SC"',
};
type Language = keyof typeof faces;

function titleOf(kind: ShareKind, lng: Language): string[] {
  return shareTitles[kind].map((key) => {
    const [namespace = "", path = ""] = key.split(":");
    const texts: unknown = JSON.parse(
      brandText(readFileSync(`app/i18n/locales/${lng}/${namespace}.json`, "utf8"), lng, brand),
    );
    return String(path.split(".").reduce((at, name) => (at as Record<string, unknown>)[name], texts)).trim();
  });
}

function html(kind: ShareKind, lng: Language): string {
  const scene = scenes[kind];
  const img = ([name, x, y, width, turn = 0]: Place) =>
    `<img src="${art(name)}" style="left:${x}px;top:${y}px;width:${width}px;rotate:${turn}deg;${name.startsWith("pass") ? "border-radius:18px;filter:drop-shadow(10px 18px 0 rgb(8 9 24/.4))" : ""}">`;
  const picture = scene.isPicture
    ? `<div style="position:absolute;right:-70px;top:-20px;width:760px;height:670px;overflow:hidden;border-radius:380px 0 0 380px/335px 0 0 335px;box-shadow:-14px 0 0 #5d3474,-30px 0 0 #3d2a66"><img src="${art(scene.isPicture)}" style="position:absolute;left:-20px;top:0;width:806px"></div>`
    : "";
  return `<!doctype html><style>
    body { margin: 0; position: relative; width: ${WIDTH}px; height: ${HEIGHT}px; overflow: hidden; background: linear-gradient(${skies[scene.sky]}); }
    img { position: absolute; max-width: none; }
    ${face}
    p { position: absolute; left: 84px; top: 356px; margin: 0; color: #fff6e6; font: 800 ${kind === "home" ? 44 : 60}px/1.3 ${brand.shareFont}, ${faces[lng]}; }
  </style><body>
    <img src="${art("stars")}" style="left:0;top:0;width:1600px">
    ${scene.things.map(img).join("")}${picture}
    <img src="${art("mist-mid")}" style="left:-700px;top:520px;width:2000px;opacity:.9">
    <img src="${art("mist-near")}" style="left:-260px;top:548px;width:2000px">
    <img src="${art("logo")}" style="left:80px;top:188px;width:400px">
    <p lang="${lng}">${titleOf(kind, lng).join("<br>")}</p>
  </body>`;
}

const browser = await chromium.launch({
  executablePath: findChromium() ?? "/usr/bin/chromium",
  args: [...chromiumFlags, "--force-color-profile=srgb"],
});
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
const wanted = process.argv[2];
for (const lng of Object.keys(faces) as Language[]) {
  mkdirSync(join(brandFolder, "public/og", lng), { recursive: true });
  for (const kind of (Object.keys(scenes) as ShareKind[]).filter((each) => !wanted || each === wanted)) {
    const done = join(brandFolder, "public/og", lng, `${kind}.jpg`);
    await page.setContent(inBrandColours(html(kind, lng)), { waitUntil: "load" });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: done, type: "jpeg", quality: 78 });
    console.log(`${done}\t${statSync(done).size} bytes`);
  }
}
await browser.close();
