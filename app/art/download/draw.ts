/**
 * Draws the three devices of /download, each a window into the same dusk, into public/art:
 *
 *   npx tsx app/art/download/draw.ts
 */
import { art, bars, file, glow, H, hardShadow, part, sky, stars, W } from "../paper";

const defs =
  `<defs>${glow("lamp", "#ffc27a", 0.55)}${hardShadow("cut", 8, 14, "#14172e", 0.3)}${hardShadow("sheet", 4, 8, "#14172e", 0.35)}` +
  sky("dusk", [
    [0, "#1f1d4b"],
    [0.4, "#3a2f78"],
    [0.66, "#b9536e"],
    [0.86, "#ee7658"],
    [1, "#ffc27a"],
  ]) +
  `</defs>`;

const mist = (fill: string, y: number) =>
  `<path d="M-20 ${y + 200}V${y + 36}H200a6 6 0 0 0 0-10H150a18 18 0 0 1 0-36H330a18 18 0 0 1 0 36H300a6 6 0 0 0 0 10H520a6 6 0 0 0 0-10H490a18 18 0 0 1 0-36H760V${y + 200}z" fill="${fill}"/>`;

/** A device: its frame, and in the frame a hole with the world behind it. */
function device(frame: string, hole: string, world: string, id: string, body: string): string {
  return (
    `<clipPath id="${id}"><path d="${hole}"/></clipPath><g filter="url(#cut)">${body}<path d="${frame}" fill="#2b2257"/></g>` +
    `<g clip-path="url(#${id})">${world}<path d="M-50-50H800V700H-50z${hole}" fill="#14172e" fill-rule="evenodd" opacity=".4" transform="translate(5 10)"/></g>`
  );
}
const round = (x: number, y: number, w: number, h: number, r: number) =>
  `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1-${r} ${r}h-${w - 2 * r}a${r} ${r} 0 0 1-${r}-${r}v-${h - 2 * r}a${r} ${r} 0 0 1 ${r}-${r}z`;
const ground = (fill: string, light: string) =>
  `<rect width="${W}" height="${H}" fill="${fill}"/>${bars(-150, 70, 1.5, light)}${bars(430, 360, 1.5, light)}`;
const moon = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r * 1.7}" fill="#ffd9a0" opacity=".14"/><circle cx="${x}" cy="${y}" r="${r * 1.35}" fill="#ffd9a0" opacity=".18"/><circle cx="${x}" cy="${y}" r="${r}" fill="#ffe6bd"/><circle cx="${x - r * 0.3}" cy="${y - r * 0.2}" r="${r * 0.2}" fill="#f7d3a0"/><circle cx="${x + r * 0.3}" cy="${y + r * 0.3}" r="${r * 0.28}" fill="#f7d3a0"/>`;

file(
  "download-pc",
  "A computer, and the islands on its screen",
  defs +
    ground("#cfc7ea", "#ddd7f0") +
    device(
      round(90, 96, 540, 350, 26),
      round(114, 120, 492, 302, 10),
      `<rect x="100" y="100" width="520" height="340" fill="url(#dusk)"/>${stars(60, 260, 3)}${moon(480, 200, 52)}` +
        art(part("island-3"), "f", 170, 168, 84, 'opacity=".75"') +
        art(part("island-2"), "m", 246, 138, 290) +
        art(part("balloon"), "b", 176, 262, 40) +
        mist("#f08a60", 356) +
        mist("#ffc98c", 392),
      "s",
      `<path d="M310 440h100l14 70H296z" fill="#3d2a66"/><path d="${round(230, 500, 260, 26, 13)}" fill="#2b2257"/>`,
    ),
);

const phone = (name: string, title: string, ground_: string, world: string, speaker: string) =>
  file(
    name,
    title,
    defs +
      ground_ +
      `<g transform="rotate(-7 360 300)">` +
      device(round(232, 40, 256, 520, 40), round(248, 56, 224, 488, 26), world, "s", "") +
      speaker +
      `</g>`,
  );

phone(
  "download-ios",
  "A phone, and an island on its screen",
  ground("#f7cdb5", "#fbdcc8"),
  `<rect x="240" y="50" width="240" height="500" fill="url(#dusk)"/>${stars(120, 300, 9)}${moon(404, 190, 46)}` +
    art(part("island-3"), "m", 256, 226, 214) +
    art(part("balloon"), "b", 272, 150, 40) +
    mist("#f08a60", 462) +
    mist("#ffc98c", 500),
  `<rect x="318" y="66" width="84" height="22" rx="11" fill="#2b2257"/>`,
);

phone(
  "download-android",
  "A phone, and the islands on its screen",
  ground("#bfe3d3", "#d1ecdf"),
  `<rect x="240" y="50" width="240" height="500" fill="url(#dusk)"/>${stars(120, 300, 14)}${moon(318, 180, 42)}` +
    art(part("island-3"), "f", 384, 140, 70, 'opacity=".8"') +
    art(part("island-2"), "m", 244, 236, 236) +
    mist("#f08a60", 470) +
    mist("#ffc98c", 506),
  `<circle cx="360" cy="76" r="8" fill="#2b2257"/>`,
);
