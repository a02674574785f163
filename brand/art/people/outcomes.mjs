// The store's pictures of a purchase: how it stands (public/art/states, by day and by night), the hand-over, and the mark
// of card money. Every picture of a state exists for both themes: only the ground's colours differ.
import * as L from "./lib.mjs";
import * as P from "./parts.mjs";
import {
  at,
  bar,
  parcel,
  slip,
  tag,
  coin,
  counter,
  awning,
  shelfB,
  hourglass,
  card,
  hinataGive,
  ferry,
} from "./outcome-parts.mjs";
import { write } from "./svg.mjs";
const { p, c, e, r, s, g, lantern, lampBox, APR, EMB } = L;
const grounds = {
  day: {
    d1: "#ffe6c4",
    d2: "#ffd9a0",
    mist: "#efe4d2",
    shade: "#e0d2bd",
    paper: "#fff6e4",
    paperSh: "#e9d3b4",
    dim: "#f5ecd9",
    line: "#c9b99d",
  },
  night: {
    d1: "#523753",
    d2: "#74495a",
    mist: "#463558",
    shade: "#1a1227",
    paper: "#fff1dc",
    paperSh: "#d9b98e",
    dim: "#352647",
    line: "#7d6d92",
  },
};
const W = 480,
  H = 320;
const base = (t, x = 240, y = 134, bars = 1) =>
  c(x, y, 118, t.d1) +
  c(x, y, 84, t.d2) +
  (bars
    ? bar(20, 92, 124, 20, t.mist) +
      bar(54, 124, 82, 20, t.mist) +
      bar(352, 70, 108, 20, t.mist) +
      bar(316, 102, 84, 20, t.mist)
    : "") +
  bar(70, 284, 340, 20, t.mist);
const S = {
  // the payment is being confirmed by the card's bank: Sol plays until the sand has run
  waiting: (t) =>
    base(t) +
    e(210, 288, 90, 9, t.shade) +
    e(330, 288, 54, 8, t.shade) +
    at(204, 284, 1.62, L.sol({ pose: "sit" })) +
    at(336, 286, 1.05, hourglass()) +
    at(388, 286, 0.78, parcel()) +
    at(126, 190, 0.9, g("", p("M0 12V-22Q4-12 14-10Q16-2 12 4Q12-4 4-6V12Z", EMB) + e(-2, 13, 6.6, 5, EMB))) +
    at(
      96,
      152,
      0.62,
      p("M0 12V-22Q4-12 14-10Q16-2 12 4Q12-4 4-6V12Z", "#5b4694") + e(-2, 13, 6.6, 5, "#5b4694"),
    ),
  // paid, on its way: Toma's ferry has the parcel aboard
  confirming: (t) =>
    c(262, 130, 118, t.d1) +
    c(262, 130, 84, t.d2) +
    bar(24, 96, 110, 20, t.mist) +
    bar(370, 62, 96, 20, t.mist) +
    bar(338, 92, 70, 18, t.mist) +
    at(196, 226, 1.52, L.toma({ oar: 0 })) +
    at(300, 226, 0.98, parcel()) +
    s("M214 122Q206 190 196 282", "#b57a4f", 6) +
    s("M215 128Q208 190 199 262", "#f0a04b", 1.8) +
    at(252, 240, 1.42, ferry()) +
    at(340, 192, 0.9, s("M0 6V34", "#8a5a3f", 3) + c(0, -2, 34, APR, 0.18) + lantern(0, -14, 0.95)) +
    bar(60, 262, 150, 22, t.mist) +
    bar(246, 270, 176, 22, t.mist) +
    bar(130, 292, 220, 18, t.mist),
  // nobody knows yet: Akari walks into the mist with her light; a letter is on its way
  unknown: (t) =>
    c(262, 128, 116, t.d1) +
    c(286, 112, 62, t.d2) +
    bar(16, 70, 140, 22, t.mist) +
    bar(52, 104, 104, 22, t.mist) +
    bar(338, 54, 124, 20, t.mist) +
    at(366, 132, 0.8, L.pipFly(1)) +
    bar(320, 146, 140, 22, t.mist) +
    e(214, 288, 66, 8, t.shade) +
    at(196, 284, 1.56, L.akari({ pose: "up", face: { mouth: "o" } })) +
    bar(40, 250, 130, 24, t.mist) +
    bar(250, 238, 190, 24, t.mist) +
    bar(84, 284, 340, 22, t.mist) +
    bar(300, 262, 110, 20, t.mist),
  // the card was not taken: Hinata gives the card back, the parcel stays on the shelf behind her
  declined: (t) =>
    base(t, 236, 130, 0) +
    bar(18, 96, 96, 20, t.mist) +
    bar(386, 92, 80, 20, t.mist) +
    shelfB(284, 132, 156) +
    at(376, 132, 0.82, parcel()) +
    at(318, 132, 0.5, parcel(50, 44, "#7fe3c4")) +
    e(196, 288, 74, 8, t.shade) +
    at(
      186,
      284,
      1.66,
      hinataGive(g("translate(74 -70)", card(0.56, -12)), { tilt: -2, reach: 58, lift: -58 }),
    ) +
    at(92, 286, 1.06, L.kon()),
  // given up: the thing is back on its shelf
  "given-up": (t) =>
    c(240, 118, 112, t.d1) +
    c(240, 118, 80, t.d2) +
    bar(20, 66, 110, 20, t.mist) +
    bar(356, 52, 104, 20, t.mist) +
    shelfB(96, 150, 288) +
    at(236, 150, 1.18, parcel()) +
    at(142, 150, 0.66, parcel(56, 46, "#7fe3c4")) +
    at(330, 112, 0.8, s("M0-40V0", "#8a5a3f", 2) + c(0, 14, 34, APR, 0.2) + lantern(0, 0, 1.5)) +
    bar(70, 284, 340, 20, t.mist) +
    e(196, 286, 46, 7, t.shade) +
    at(190, 284, 1.36, L.kon()) +
    at(316, 284, 1.1, L.pip(), -1),
  // refunded: the coins are back in the member's hands
  refunded: (t) =>
    base(t, 232, 134) +
    e(232, 288, 70, 8, t.shade) +
    at(226, 284, 2.3, L.mei({ pose: "up", withKite: 0, face: { mouth: "open" } })) +
    at(296, 134, 1.14, coin()) +
    at(166, 132, 1, coin(1, "#2fa98a", "#0f6350", "#c9f5e4")) +
    at(360, 272, 0.8, coin()) +
    at(394, 276, 0.7, coin(1, "#f0a04b", "#8a5a3f", "#ffe6bd")) +
    at(92, 286, 1.06, L.kon()) +
    c(296, 158, 8.6, "#fbe0d0") +
    c(167, 156, 8.6, "#fbe0d0"),
  // the order is ready and waits for its payment: Nagi stands by it with the slip
  "order-waits": (t) =>
    base(t, 250, 130) +
    r(80, 250, 330, 12, 2, "#b57a4f") +
    r(80, 250, 330, 4, 2, "#f0a04b") +
    [110, 240, 370].map((x) => r(x, 262, 12, 40, 0, "#5a2f4f")).join("") +
    bar(50, 296, 380, 18, t.mist) +
    at(172, 250, 1.5, L.nagi()) +
    at(300, 250, 1.2, parcel(70, 58)) +
    g("translate(392 92)", s("M0-16V0M-22 0H22", "#8a5a3f", 3) + slip(44, 76)) +
    s("M392 76Q392 60 376 60H352V250", "#5a2f4f", 6),
  // the price has changed: Ren cuts the new tag, nothing was sold at the old one
  "price-changed": (t) =>
    base(t, 250, 128) +
    s("M296 40H424", "#8a5a3f", 5) +
    g("translate(330 66)", g("scale(1.5)", tag(1, t.paperSh, "#b27a43", -7))) +
    g("translate(398 66)", g("scale(1.8)", tag(1, "#ffe6bd", "#f0a04b", 4))) +
    s("M306 92L352 142", EMB, 5) +
    e(190, 288, 110, 8, t.shade) +
    at(168, 284, 1.66, L.ren({ pose: "kneel" })),
  // the notes are gone: Yuki looks into the empty page and points to the book of payments
  forgotten: (t) =>
    base(t, 236, 128) +
    e(200, 288, 96, 8, t.shade) +
    r(322, 108, 118, 10, 0, "#8a5a3f") +
    r(322, 106, 118, 4, 0, "#f0a04b") +
    r(334, 62, 17, 44, 2, "#2f8073") +
    r(354, 54, 14, 52, 2, "#b53a3c") +
    g("rotate(11 392 106)", r(386, 58, 16, 48, 2, "#5b4694")) +
    r(414, 66, 15, 40, 2, "#f0a04b") +
    at(178, 284, 1.72, L.yuki({ pose: "read" })) +
    r(284.5, 232, 9, 52, 1, "#8a5a3f") +
    r(264, 228, 52, 9, 3, "#b57a4f") +
    c(291, 208, 46, APR, 0.2) +
    at(291, 228, 1.7, lampBox(0, 0, 1)) +
    [
      [346, 232, 12],
      [384, 254, -10],
      [352, 272, 6],
    ]
      .map(([x, y, a]) =>
        g(
          `translate(${x} ${y}) rotate(${a})`,
          r(-15, -10, 32, 22, 2, t.paperSh) + r(-17, -12, 32, 22, 2, t.paper),
        ),
      )
      .join(""),
  // the exchange is not open: Toma shows how the scales will work
  exchange: (t) =>
    base(t, 248, 130) +
    e(160, 288, 56, 8, t.shade) +
    at(150, 284, 1.6, L.toma()) +
    s("M306 284V122", "#8a5a3f", 7) +
    p("M270 284Q306 262 342 284Z", "#5a2f4f") +
    c(306, 120, 9, APR) +
    s("M236 142Q306 112 376 122", "#b57a4f", 6) +
    s("M236 142L212 204M236 142L260 204M376 122L352 192M376 122L400 192", "#8a5a3f", 2) +
    p("M200 204H272Q268 226 236 226T200 204Z", "#f0a04b") +
    p("M340 192H412Q408 214 376 214T340 192Z", "#f0a04b") +
    at(226, 196, 0.8, coin()) +
    at(248, 194, 0.72, coin()) +
    at(237, 180, 0.66, coin()) +
    at(376, 180, 0.86, coin(1, "#2fa98a", "#0f6350", "#c9f5e4")),
};
/* the moment of handing over: always a night sky behind it (the page head), so one file. 960 × 400, ground at y 400 */
function handOver() {
  const G = "st-h";
  const wall =
    r(150, 52, 470, 240, 0, "#4f2a54") +
    r(150, 52, 30, 240, 0, "#3a1f4f") +
    c(392, 190, 170, "#763b60") +
    c(392, 190, 116, "#8f4472");
  const sh = (x, y, w) =>
    r(x, y, w, 9, 0, "#b57a4f") + r(x, y, w, 3, 0, "#f0a04b") + r(x, y + 9, w, 4, 0, "#5a2f4f");
  const goods =
    sh(186, 142, 140) +
    r(200, 100, 22, 42, 3, "#2f8073") +
    r(200, 100, 8, 42, 3, "#1f6063") +
    r(226, 112, 20, 30, 3, "#f0a04b") +
    at(284, 142, 0.5, parcel(54, 44, "#7fe3c4")) +
    sh(470, 142, 140) +
    at(510, 142, 0.52, parcel(60, 44, "#cdc6e6")) +
    r(556, 98, 20, 44, 3, "#b53a3c") +
    r(580, 110, 18, 32, 3, "#f5b569");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="40 0 840 440" width="840" height="440" aria-hidden="true"><defs>${L.glowDef(G)}</defs>` +
    c(420, 210, 300, `url(#${G})`, 0.5) +
    P.far(70, 250, 0.9, 1, 2) +
    P.far(800, 150, 0.6, -1, 3) +
    P.isle(470, 398, 800, 70, 5, { hill: 0, open: 0 }) +
    wall +
    goods +
    [232, 392, 556]
      .map((x, i) => c(x, 116, 46, `url(#${G})`) + lantern(x, 84 + (i === 1 ? 0 : 6), 1.15))
      .join("") +
    at(
      344,
      322,
      1.84,
      hinataGive(g("translate(92 -50) scale(.66)", parcel(70, 56)), {
        mouth: "open",
        tilt: 5,
        reach: 72,
        lift: -60,
      }),
    ) +
    awning(132, 22, 13, 39, 44) +
    r(150, 40, 14, 300, 0, "#5a2f4f") +
    r(606, 40, 14, 300, 0, "#8a5a3f") +
    r(616, 40, 4, 300, 0, APR) +
    counter(150, 292, 470, 110) +
    // the receipt lies on the counter and hangs over its edge
    g("translate(238 296)", p("M-24-6H22V0H-24Z", "#e9d3b4") + g("", slip(46, 74))) +
    at(196, 292, 0.7, coin()) +
    at(176, 294, 0.62, coin()) +
    // the one who came: Mei, arms up, and the parcel between the two
    e(690, 396, 130, 12, "#14172e", 0.5) +
    at(650, 394, 2.5, g("", L.mei({ pose: "up", withKite: 0, face: { mouth: "open" } })), -1) +
    at(792, 396, 1.5, L.kon(), -1) +
    [
      [560, 196],
      [676, 186],
      [726, 128],
      [648, 120],
    ]
      .map(([x, y], i) => p(`M${x} ${y - 10}l3 7 7 3-7 3-3 7-3-7-7-3 7-3Z`, i % 2 ? APR : "#ffe6bd"))
      .join("") +
    "</svg>"
  );
}
for (const [name, draw] of Object.entries(S)) {
  for (const [theme, ground] of Object.entries(grounds)) {
    write(
      `states/${theme === "night" ? "night/" : ""}${name}`,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}" aria-hidden="true" focusable="false">${draw(ground)}</svg>`,
    );
  }
}
write("store/hand-over", handOver());
// Of USD and SGD alike: the unit says which. 96 × 96 like the coins.
write(
  "mark-card",
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" aria-hidden="true"><rect x="6" y="23" width="84" height="58" rx="9" fill="#3a2f78"/><rect x="6" y="17" width="84" height="58" rx="9" fill="#7c66bd"/><path d="M6 32h84v13H6z" fill="#2a2562"/><rect x="16" y="54" width="22" height="12" rx="3" fill="#ffc27a"/><path d="M60 60h20" stroke="#fff1dc" stroke-width="5" stroke-linecap="round"/></svg>`,
);
