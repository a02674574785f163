import { readFileSync } from "node:fs";
import * as K from "./kit.mjs";
const { p, c, e, r, s, g, at, lampBox, INK, APR, CR, EMB, save, sheet, tree, house, stars, arm, cloud } = K;
const prod = (x, y, k, G = "") =>
  (G ? c(x, y + 60 * k, 120 * k, `url(#${G})`) : "") +
  g(
    `translate(${x} ${y}) scale(${k}) translate(-160 -56)`,
    r(141.5, 56, 37, 10.6, 3.3, "#3a2150") +
      p(
        "M136.2 66.6c-27.700 29.700 -27.700 69.300 0 99h47.500c27.700 -29.700 27.700 -69.300 0 -99z",
        "#f0623c",
      ) +
      p(
        "M150.100 66.600c-13.200 29.700 -13.200 69.300 0 99h19.800c13.200 -29.700 13.200 -69.300 0 -99z",
        "#ffd9a0",
      ) +
      r(141.5, 165.6, 37, 9.2, 3.3, "#3a2150"),
  );
const small = (x, y, k, G) =>
  (G ? c(x, y + 18 * k, 48 * k, `url(#${G})`) : "") +
  g(
    `translate(${x} ${y}) scale(${k}) translate(-66 -70)`,
    r(60.4, 70, 11.2, 3.2, 1, "#3a2150") +
      p("M58.800 73.200c-8.400 9 -8.400 21 0 30h14.400c8.400 -9 8.400 -21 0 -30z", "#ffb25e") +
      p("M63 73.200c-4 9 -4 21 0 30h6c4 -9 4 -21 0 -30z", "#ffd9a0") +
      r(60.4, 103.2, 11.2, 2.8, 1, "#3a2150"),
  );
const J = {};
J["use-1"] = (G) => {
  const wall =
    p("M306 470V92H660V470Z", "#5d3474") +
    p("M306 470V92H344V470Z", "#4a2f6c") +
    [
      [366, 150, 54],
      [560, 250, 60],
      [372, 300, 40],
      [590, 340, 50],
      [548, 170, 44],
      [360, 384, 48],
    ]
      .map(([x, y, w]) => r(x, y, w, 14, 4, "#6b3f83"))
      .join("");
  const roof =
    p("M270 96L318 -10H660V96Z", EMB) +
    p("M270 96L318 -10H352L330 96Z", "#b53a3c") +
    p("M262 92H660V110H262Z", "#9f2f1c") +
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
      .map((i) => `M${332 + i * 36} 60a18 18 0 0 0 36 0M${322 + i * 36} 24a18 18 0 0 0 36 0`)
      .map((d) => s(d, "#b53a3c", 3))
      .join("");
  const door =
    p("M404 440V246A66 66 0 0 1 536 246V440Z", "#ffe6bd") +
    p("M404 440V246A66 66 0 0 1 470 180V190A56 56 0 0 0 416 246V440Z", "#f3cfa0") +
    p("M418 440V248A52 52 0 0 1 522 248V440Z", "#2f8073") +
    p("M418 440V248A52 52 0 0 1 470 196V440Z", "#1f6063") +
    c(470, 264, 22, "#ffc27a") +
    s("M470 242V286M448 264H492", "#1f6063", 4) +
    c(506, 344, 5, APR) +
    p("M384 438H558V452H384Z", "#f0a04b") +
    p("M370 452H572V480H370Z", "#b57a4f") +
    p("M370 452H420V480H370Z", "#8a5a3f");
  return (
    r(0, 0, 640, 480, 0, "#2a2568") +
    stars([
      [50, 50, 2],
      [130, 100, 1.5],
      [210, 44, 1.5],
      [90, 180, 1.5],
      [250, 150, 1.5],
      [30, 260, 2],
    ]) +
    c(356, 196, 230, "#3a2f78") +
    K.far(96, 300, 1, 1, 1) +
    cloud(-70, 356, 0.8, "#4a3490") +
    wall +
    c(356, 206, 120, "#ffc27a", 0.16) +
    roof +
    door +
    p("M-10 452Q160 436 320 452T660 450V490H-10Z", "#1f6063") +
    p("M370 452H572V474Q470 482 370 470Z", "#b57a4f") +
    p("M370 452H420V477L370 470Z", "#8a5a3f") +
    s("M306 128H346Q358 128 358 138", "#14172e", 5) +
    s("M586 110V146", "#ffe6bd", 2) +
    prod(586, 144, 0.5, G) +
    s("M472 110V128", "#ffe6bd", 2) +
    small(472, 126, 1.1, G) +
    at(214, 462, 2.1, K.akari({ pose: "up" }).replace(/<g transform="translate\(64 -140\).*?<\/g>/, "")) +
    prod(356, 158, 0.86, G) +
    s("M350 166Q351 150 357 144", "#ffe6bd", 2) +
    at(574, 470, 1.35, K.kon(), -1)
  );
};
J["use-2"] = (G) => {
  const src = readFileSync("brand/art/people/cloud-house.svg", "utf8");
  const inner = src.replace(/^<svg[^>]*>/, "").replace("</svg>", "");
  const els = inner.match(/<g .*?<\/g>|<[a-z]+ [^>]*\/>/g);
  const houseG = els.find((x) => x.startsWith("<g"));
  return (
    r(0, 0, 640, 480, 0, "#ffd9a0") +
    c(470, 150, 120, "#ffe9c6") +
    p(
      "M30 120h110a13 13 0 0 1 0 26H30a13 13 0 0 1 0-26zM90 155h130a13 13 0 0 1 0 26H90a13 13 0 0 1 0-26z",
      "#ffe9c6",
    ) +
    r(-60, 330, 330, 70, 35, "#ffe9c6") +
    r(232, 340, 460, 90, 34, "#fbeedb") +
    r(380, 316, 330, 60, 30, "#fbeedb") +
    g("translate(82 8) scale(1.9)", houseG) +
    tree(60, 372, 2) +
    tree(600, 352, 1.7, 1) +
    r(236, 342, 300, 60, 24, "#ffffff") +
    r(506, 350, 190, 60, 26, "#ffffff") +
    r(-60, 368, 420, 150, 36, "#fbeedb") +
    r(-40, 396, 470, 150, 30, "#ffffff") +
    r(330, 420, 400, 120, 30, "#ffffff") +
    r(-60, 450, 300, 90, 22, "#fbeedb") +
    r(470, 454, 260, 90, 22, "#fbeedb") +
    at(
      148,
      412,
      1.95,
      K.yuki({ pose: "read" }) +
        r(62, -30, 5, 30, 1, "#8a5a3f") +
        r(50, -33, 30, 5, 2, "#b57a4f") +
        lampBox(65, -33, 1.3, G, 36),
    ) +
    at(496, 430, 1.3, K.pip(), -1)
  );
};
J["use-3"] = (G) => {
  const coin = (x, y, k, rot = 0) =>
    `<use href="#sc-use-3-coin" transform="translate(${x} ${y}) rotate(${rot}) scale(${k}) translate(-48 -48)"/>`;
  const aw = [0, 1, 2, 3, 4, 5, 6, 7]
    .map((i) =>
      p(`M${262 + i * 52} -10H${314 + i * 52}V62A26 26 0 0 1 ${262 + i * 52} 62Z`, i % 2 ? "#ffe6bd" : EMB),
    )
    .join("");
  return (
    r(0, 0, 640, 480, 0, "#f7cdb8") +
    c(250, 250, 210, "#ffe6bd") +
    p("M286 480V20H700V480Z", "#763b60") +
    p("M286 480V20H316V480Z", "#4f2a54") +
    c(470, 190, 150, "#8f4472") +
    r(316, 150, 330, 9, 0, "#b57a4f") +
    r(316, 156, 330, 4, 0, "#8a5a3f") +
    r(346, 108, 24, 42, 4, "#2f8073") +
    r(346, 108, 9, 42, 4, "#1f6063") +
    r(376, 118, 22, 32, 4, "#f0a04b") +
    r(556, 104, 22, 46, 4, "#7fe3c4") +
    r(556, 104, 8, 46, 4, "#58a583") +
    prod(610, 96, 0.44) +
    sheet(G, at(452, 430, 2.05, K.hinata({ pose: "up" }), -1)) +
    sheet(G, aw) +
    p("M268 338H660V500H268Z", "#6b3f83") +
    p("M268 338H312V500H268Z", "#4f2a54") +
    [330, 420, 510, 600].map((x, i) => p(`M${x} 368l26 34-26 34-26-34Z`, i % 2 ? "#f0a04b" : EMB)).join("") +
    sheet(
      G,
      p("M250 318H660V344H250Z", "#b57a4f"),
      p("M250 334H660V344H250Z", "#8a5a3f"),
      p("M250 318H660V324H250Z", "#f0a04b"),
    ) +
    // goods
    at(
      574,
      320,
      1.7,
      p("M-20-12H20Q18 0 8 0H-8Q-18 0-20-12Z", "#f3cfa0") +
        p("M-20-12H-8Q-8-2-2 0H-8Q-18 0-20-12Z", "#b27a43") +
        c(-10, -15, 7, "#f0a04b") +
        c(13, -14, 6, "#f5b569") +
        c(2, -18, 8, EMB),
    ) +
    coin(346, 308, 0.34) +
    coin(352, 300, 0.34) +
    e(176, 462, 150, 16, "#e0a98e") +
    sheet(G, at(170, 462, 2.7, K.mei({ pose: "up", withKite: 0 })), coin(252, 278, 0.74, -10)) +
    arm(0, 0, 0, 0, 0, 0, "#fff", "#fff", { w1: 0, w2: 0, hr: 0 }).slice(0, 0) +
    c(250, 301, 11, "#fbe0d0")
  );
};
J["use-4"] = (_G) => {
  const kt = g(
    "translate(470 150) rotate(16) translate(-160 -110)",
    p("M160 30L228 104L160 196L92 104Z", INK, 0.16).replace("<path", '<path transform="translate(-8 10)"') +
      p("M160 30V104H92Z", "#3a2f78") +
      p("M160 30L228 104H160Z", EMB) +
      p("M92 104H160V196Z", APR) +
      p("M228 104L160 196V104Z", "#8f4472") +
      s("M160 30V196M92 104H228", CR, 3) +
      s("M160 196C150 214 182 226 168 250S186 284 172 304", "#3a2f78", 2.5) +
      p("M148 210L163 216L150 226Z", EMB) +
      p("M190 236L172 234L186 248Z", APR) +
      p("M156 262L173 266L160 278Z", "#8f4472"),
  );
  return (
    r(0, 0, 640, 480, 0, "#bfe3d3") +
    c(150, 150, 96, "#e3f4ea") +
    c(150, 150, 62, "#fff6e4") +
    p(
      "M29 250h150a13 13 0 0 1 0 26H29a13 13 0 0 1 0-26zM560 60h110v26H560a13 13 0 0 1 0-26zM500 268h170v26H500a13 13 0 0 1 0-26z",
      "#e3f4ea",
    ) +
    K.far(0, 0, 0.001).slice(0, 0) +
    p("M-10 400C120 330 260 340 380 372S600 356 660 330V490H-10Z", "#58a583") +
    at(548, 366, 1.1, K.pine(0, 0, 1)) +
    at(584, 356, 1.1, K.pine(0, 0, 1.3)) +
    house(470, 376, 1.1) +
    tree(64, 372, 1.5, 1) +
    p("M-10 436C140 396 300 404 420 424S600 424 660 404V490H-10Z", "#2f8073") +
    p("M-10 462C140 440 300 452 440 462S600 458 660 448V490H-10Z", "#1f6063") +
    s("M258 322Q360 286 456 176", "#fff1dc", 2.4) +
    kt +
    at(180, 438, 2.3, K.mei({ pose: "run", withKite: 0 })) +
    at(70, 452, 1.2, K.kon()) +
    at(326, 108, 1.25, K.pipFly(0), -1)
  );
};
const COIN = readFileSync("brand/public/art/coin-soria.svg", "utf8")
  .replace(/^<svg[^>]*>/, "")
  .replace("</svg>", "")
  .replace(/id="/g, 'id="sc-use-3-')
  .replace(/url\(#/g, "url(#sc-use-3-");
const only = process.argv[2];
for (const n in J)
  if (!only || only === n)
    save(
      n,
      640,
      480,
      n === "use-3" ? `<g id="sc-use-3-coin">${COIN.replace(/<\/?defs>/g, "")}</g>` : "",
      J[n](`sc-${n}-g`),
    );
// The plank of the store's shelf: a whole number of scallops, so that it repeats without a joint.
if (!only || only === "shelf") {
  const W = 360;
  const sc = "a20 20 0 0 1-40 0".repeat(W / 40);
  const each = (draw) => Array.from({ length: W / 40 }, (_, i) => draw(i * 40)).join("");
  const holes = each((x) => `M${x + 16} 68a4 4 0 1 0 8 0a4 4 0 1 0-8 0`);
  const body =
    p(`M0 0H${W}V26H0Z`, "#f0a04b") +
    p("M44 0H316L338 26H22Z", "#ffc27a") +
    s("M0 9H118M162 9H266M306 9H360M0 18H64M116 18H266M306 18H360", "#8a5a3f", 1.6, 0.5) +
    p(`M0 26H${W}V44H0Z`, "#8a5a3f") +
    p(`M0 26H${W}V30H0Z`, "#f3cfa0") +
    s("M0 37H92M144 37H272M316 37H360", "#5a2f4f", 1.4, 0.5) +
    p(`M0 51H${W}V63${sc}Z`, INK, 0.2) +
    p(`M0 44H${W}V56${sc}Z${holes}`, "#e4512b").replace("<path", '<path fill-rule="evenodd"') +
    p(`M0 44H${W}V49H0Z`, "#9f2f1c") +
    each((x) => c(x, 55, 2.5, "#fff1dc", 0.8)) +
    c(W, 55, 2.5, "#fff1dc", 0.8);
  save("shelf", W, 98, "", body);
}
