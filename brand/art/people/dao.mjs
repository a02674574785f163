// Governance: page heads, topic tiles, and what stands still in the pictures of a vote (app/components/dao/vote.tsx
// puts the lantern into them). `node brand/art/people/dao.mjs`
import { readFileSync } from "node:fs";
import * as K from "./kit.mjs";
import { write } from "./svg.mjs";
const { p, c, e, r, s, g, at, lin, lantern, strip, bubble, far, post, garland, tree, pine, house } = K;
const { akari, nagi, hinata, toma, mei, ren, sol, yuki, kon, pip } = K;

/** The lantern that is measured: its flame is at 0,0; 156 high with both caps, 124 wide. */
const LANTERN = (lit) => {
  const [edge, mid, light, rim, rib, cap] = lit
    ? ["#ff7a59", "#ffb25e", "#ffe6bd", "#ffc27a", "#e8743f", "#4b2c49"]
    : ["#6f6797", "#8f88b3", "#b7b0d4", "#a9a2cd", "#5d5686", "#3a2150"];
  return (
    e(0, 0, 62, 72, edge) +
    p("M0-74C-32-62-44-30-44 0S-32 62 0 74C32 62 44 30 44 0S32-62 0-74Z", mid) +
    e(0, 0, 26, 73, light) +
    p("M30-62C54-46 62-24 62 0C62 26 52 50 32 64C44 44 48 24 48 0C48-24 44-46 30-62Z", rim) +
    s("M-59-18Q0-6 59-18M-60 18Q0 32 60 18", rib, 2.4) +
    r(-24, -79, 48, 10, 3, cap) +
    r(-22, 68, 44, 9, 3, cap)
  );
};
/** A drawing whose parts name their glow `G` and their halo `${G}h`. */
function save(file, w, h, draw, vb = `0 0 ${w} ${h}`, defs = "") {
  const G = "dao-" + file.replace("/", "-");
  const body = draw(G);
  const used = [
    [`url(#${G})`, K.glowDef(G)],
    [`url(#${G}h)`, K.haloDef(G + "h")],
  ].filter(([u]) => body.includes(u));
  const d = used.map(([, x]) => x).join("") + defs;
  write(
    file,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${vb}" width="${w}" height="${h}" aria-hidden="true" focusable="false">${d ? `<defs>${d}</defs>` : ""}${body}</svg>`,
  );
}

/* ---- heads: the sky is see-through; people 100 to 118 high ---- */
const bed = (x1, x2, y = 204) =>
  r(x1, y, x2 - x1, 18, 9, "#2f8073") +
  r(x1 + 8, y - 5, x2 - x1 - 16, 13, 6.5, "#58a583") +
  r(x1 + 46, y - 5, (x2 - x1) * 0.4, 6, 3, "#8cc79a") +
  r(x1 + 60, y + 14, x2 - x1 - 150, 14, 7, "#5d3474") +
  r(x1 + 140, y + 24, (x2 - x1) * 0.34, 10, 5, "#3d2a66");
const mark = (i) => (i % 2 ? "#e4512b" : "#2f8073");
const note = (x, y, rot, k, col) => strip(x, y, rot, k, "#fff1dc", "#f3cfa0", col);
save("heads/dao-home", 640, 264, (G) => {
  const x = 338;
  return (
    e(x, 130, 230, 128, `url(#${G}h)`) +
    far(70, 110, 0.5, 1, 2) +
    bed(70, 606, 234) +
    [x - 92, x + 92]
      .map(
        (at) =>
          r(at - 4, 40, 8, 192, 4, "#8a5a3f") + r(at, 40, 4, 192, 2, "#c98a56") + c(at, 38, 7, "#ffc27a"),
      )
      .join("") +
    s(`M${x - 92} 66H${x + 92}`, "#fff1dc", 3) +
    [-74, -54, 56, 76].map((d, i) => note(x + d, 66, 0, 0.8, mark(i))).join("") +
    s(`M${x} 150V232`, "#ffe6bd", 2) +
    c(x, 104, 110, `url(#${G})`) +
    at(x, 104, 0.78, LANTERN(true)) +
    at(x - 224, 238, 0.98, toma({ pose: "up" })) +
    at(x - 128, 236, 0.98, sol({ pose: "up" })) +
    at(x + 128, 236, 0.98, ren({ pose: "up" }), -1) +
    at(x + 224, 238, 1, hinata({ pose: "up" }), -1) +
    at(x - 36, 240, 1.06, mei({ pose: "up", withKite: 0 })) +
    at(x + 48, 240, 1, kon(), -1) +
    lantern(164, 50, 0.6, G, 30) +
    lantern(586, 44, 0.56, G, 28)
  );
});
save("heads/dao-suggestions", 640, 232, (G) => {
  const [x, y, w, h] = [250, 76, 210, 96];
  const notes = [
    [20, 14, 34, 40, "#fff1dc"],
    [66, 20, 28, 34, "#ffe6bd"],
    [106, 12, 40, 30, "#7fe3c4"],
    [160, 18, 32, 40, "#fff1dc"],
    [26, 62, 30, 34, "#ffc27a"],
    [108, 54, 36, 42, "#fff1dc"],
    [160, 66, 30, 28, "#f5b8a0"],
  ].map(
    ([a, b, nw, nh, col], i) =>
      r(x + a + 2, y + b + 3, nw, nh, 2, "#2b1a3e", 0.4) +
      r(x + a, y + b, nw, nh, 2, col) +
      s(
        `M${x + a + 6} ${y + b + 12}H${x + a + nw - 6}M${x + a + 6} ${y + b + 19}H${x + a + nw - 10}`,
        "#8a7a9a",
        2,
      ) +
      c(x + a + nw / 2, y + b + 3, 2.6, mark(i)),
  );
  return (
    e(356, 112, 210, 110, `url(#${G}h)`) +
    bed(60, 600) +
    post(560, 204, 128, G, 0.9, -1, 40) +
    r(x + 14, y + 20, 10, 126, 3, "#5a2f4f") +
    r(x + w - 24, y + 20, 10, 126, 3, "#5a2f4f") +
    p(`M${x - 14} ${y - 8}L${x + w / 2} ${y - 34}L${x + w + 14} ${y - 8}Z`, "#e4512b") +
    p(`M${x - 14} ${y - 8}L${x + w / 2} ${y - 34}L${x + w / 2} ${y - 8}Z`, "#b53a3c") +
    r(x - 6, y - 8, w + 12, h + 16, 6, "#8a5a3f") +
    r(x, y - 2, w, h + 4, 4, "#4b2c49") +
    notes.join("") +
    at(x + w / 2 + 6, y - 32, 0.8, pip()) +
    at(176, 206, 0.98, nagi()) +
    at(508, 206, 0.98, yuki({ G }), -1) +
    at(108, 206, 0.9, kon())
  );
});
save(
  "heads/dao-members",
  640,
  232,
  (G) =>
    e(330, 112, 260, 110, `url(#${G}h)`) +
    bed(36, 612) +
    s("M52 204V58M596 204V58", "#8a5a3f", 5) +
    garland(52, 62, 596, 62, 22, 7, 0.62, G, 34) +
    at(100, 206, 0.96, akari({ G })) +
    at(196, 206, 0.96, hinata()) +
    at(292, 208, 0.96, toma({ oar: 0 })) +
    at(372, 206, 0.96, ren(), -1) +
    at(462, 206, 0.96, sol(), -1) +
    at(552, 206, 0.96, yuki({ G }), -1),
);
save(
  "heads/dao-debate",
  640,
  232,
  (G) =>
    e(346, 112, 220, 110, `url(#${G}h)`) +
    bed(110, 590) +
    bubble(140, 62, 140, 56, 190, 112, "#fff1dc", "#cdb8a8") +
    bubble(440, 46, 126, 52, 462, 98, "#7fe3c4", "#3f9c86") +
    r(102, 46, 80, 5, 2.5, "#cdb8a8") +
    r(102, 59, 64, 5, 2.5, "#cdb8a8") +
    r(408, 32, 62, 5, 2.5, "#3f9c86") +
    r(408, 45, 40, 5, 2.5, "#3f9c86") +
    at(214, 206, 0.98, akari({ pose: "up", G })) +
    at(488, 206, 0.98, nagi(), -1) +
    r(300, 190, 96, 8, 4, "#b57a4f") +
    r(312, 196, 7, 14, 2, "#8a5a3f") +
    r(378, 196, 7, 14, 2, "#8a5a3f") +
    K.lampBox(372, 190, 1.1, G, 40),
);
save("heads/dao-voters", 640, 232, (G) => {
  const strips = Array.from({ length: 9 }, (_, i) => {
    const t = (i + 0.5) / 9;
    const col = i % 3 === 1 ? "#e4512b" : "#2f8073";
    return note(Math.round(122 + 420 * t), Math.round(62 + 44 * t * (1 - t)), ((i % 3) - 1) * 4, 1.05, col);
  });
  return (
    e(330, 112, 240, 110, `url(#${G}h)`) +
    bed(70, 600) +
    r(114, 44, 8, 162, 4, "#8a5a3f") +
    r(542, 44, 8, 162, 4, "#8a5a3f") +
    s("M118 60Q332 106 546 60", "#ffe6bd", 2) +
    strips.join("") +
    at(196, 206, 0.98, sol({ pose: "up" })) +
    at(456, 206, 0.98, hinata({ pose: "up" }), -1) +
    at(330, 206, 0.9, kon()) +
    post(582, 204, 110, G, 0.8, 1, 36)
  );
});

/* ---- topic tiles: for suggestions without votes ---- */
const topic = (name, a, b, draw) =>
  save(
    "topics/" + name,
    88,
    112,
    (G) => r(0, 0, 88, 112, 0, a) + c(44, 56, 52, b, 0.55) + c(44, 56, 36, b) + draw(G),
  );
topic(
  "policy",
  "#2a2562",
  "#4a3490",
  () =>
    r(24, 30, 44, 56, 3, "#14172e", 0.35) +
    r(20, 26, 46, 56, 3, "#fff1dc") +
    s("M28 38H56M28 47H58M28 56H50", "#8a7a9a", 3) +
    r(15, 22, 56, 9, 4.5, "#f3cfa0") +
    r(15, 78, 56, 9, 4.5, "#f3cfa0") +
    c(54, 70, 8, "#e4512b") +
    c(54, 70, 4, "#b53a3c"),
);
topic(
  "content",
  "#1f6063",
  "#2f8073",
  () =>
    p("M0 84Q22 76 44 82T88 80V112H0Z", "#58a583") +
    p("M0 96Q30 88 88 96V112H0Z", "#8cc79a") +
    house(40, 84, 1) +
    tree(70, 86, 0.9, 1) +
    pine(14, 86, 0.66),
);
topic(
  "event",
  "#6b3f83",
  "#8f4472",
  (G) =>
    garland(0, 18, 88, 22, 10, 3, 0.62, G, 18) +
    g(
      "translate(46 66) rotate(10)",
      p("M0-30L20 0L0 34L-20 0Z", "#e4512b") +
        p("M0-30L20 0H-20Z", "#ffc27a") +
        p("M0-30L-20 0H0Z", "#f0a04b") +
        p("M0 0L-20 0L0 34Z", "#b53a3c") +
        s("M0 34Q-8 42 0 48T-4 62", "#ffe6bd", 2),
    ),
);
topic(
  "economy",
  "#8a3f4e",
  "#b9536e",
  () =>
    [
      [44, 78],
      [38, 66],
      [46, 54],
    ]
      .map(
        ([x, y]) =>
          e(x + 2, y + 5, 26, 11, "#14172e", 0.3) +
          e(x, y + 4, 26, 11, "#b27a43") +
          e(x, y, 26, 11, "#ffc27a") +
          e(x, y, 18, 7, "#f0a04b") +
          p(`M${x - 10} ${y}A10 4.500 0 0 1 ${x + 10} ${y}Z`, "#fff1dc"),
      )
      .join("") + c(46, 28, 5, "#ffe6bd"),
);
topic(
  "etc",
  "#3a2f78",
  "#5a3a80",
  (G) =>
    c(44, 52, 34, `url(#${G})`) +
    at(44, 52, 0.34, LANTERN(true)) +
    r(14, 88, 60, 8, 4, "#b9536e") +
    r(28, 98, 34, 6, 3, "#8f4472"),
);

/* ---- the vote: sky, ground, poles and line; where nothing is measured any more, the lantern too ---- */
const CAP = 79;
const skies = {
  open: [
    ["0", "#14172e"],
    [".45", "#2a2562"],
    [".8", "#5a3a80"],
    ["1", "#8f4472"],
  ],
  ending: [
    ["0", "#2a2562"],
    [".4", "#6b3f83"],
    [".72", "#b9536e"],
    [".9", "#ee7658"],
    ["1", "#ffc27a"],
  ],
  passed: [
    ["0", "#14172e"],
    [".45", "#3a2f78"],
    [".8", "#6b3f83"],
    ["1", "#b9536e"],
  ],
  failed: [
    ["0", "#14172e"],
    [".6", "#1f1d4b"],
    ["1", "#3a2f78"],
  ],
  waiting: [
    ["0", "#1e1d47"],
    [".6", "#2a2562"],
    ["1", "#4a3a86"],
  ],
};
/** What differs by size: pole's width and top, stars, the line's weight, its strips, lanterns that went up before. */
const looks = {
  row: {
    pole: 3.6,
    above: 8,
    weight: 2.6,
    stars: [
      [22, 16, 0.8],
      [66, 12, 0.9],
    ],
    strips: [],
    gone: [
      [20, 18, 0.13],
      [70, 12, 0.12],
    ],
  },
  card: {
    pole: 5,
    above: 14,
    weight: 3,
    stars: [
      [34, 30, 1],
      [120, 22, 1.2],
      [150, 46, 0.9],
      [44, 96, 0.8],
    ],
    strips: [0.16, 0.84],
    gone: [
      [36, 40, 0.2],
      [146, 26, 0.2],
      [150, 92, 0.14],
    ],
  },
  page: {
    pole: 7,
    above: 24,
    weight: 3.4,
    stars: [
      [60, 60, 1.6],
      [118, 34, 1.1],
      [300, 52, 1.5],
      [344, 96, 1.1],
      [250, 26, 1],
      [84, 170, 1],
      [322, 190, 1.2],
    ],
    strips: [0.14, 0.26, 0.74, 0.86],
    gone: [
      [70, 62, 0.3],
      [322, 40, 0.34],
      [352, 150, 0.22],
      [112, 150, 0.2],
      [286, 104, 0.18],
    ],
  },
};
const crowd = (state, G, y) =>
  ({
    open: () =>
      at(96, y + 18, 0.92, hinata({ pose: "up", G })) +
      at(306, y + 20, 0.96, mei({ pose: "up", withKite: 0 }), -1),
    ending: () =>
      at(96, y + 18, 0.92, akari({ pose: "up", G })) + at(306, y + 18, 0.92, ren({ pose: "up" }), -1),
    passed: () =>
      at(92, y + 18, 0.92, sol({ pose: "up" })) +
      at(200, y + 26, 0.96, mei({ pose: "up", withKite: 0 })) +
      at(310, y + 18, 0.92, ren({ pose: "up" }), -1),
    failed: () => at(94, y + 18, 0.92, yuki({ G })) + at(296, y + 20, 1, kon(), -1),
    waiting: () => at(92, y + 20, 0.98, ren({ pose: "kneel" })) + at(306, y + 18, 0.9, kon(), -1),
  })[state]();

function scene(size, z, state) {
  const { pole, above, weight, stars, strips, gone } = looks[size];
  const { w, h, ground, line, scale: k } = z;
  const big = size === "page";
  const mid = w / 2;
  const m = w / 400;
  const [x1, x2] = [z.pole, w - z.pole];
  const [sw, cut] = big ? [2, 12] : [1.4, 4];
  const lit = state === "open" || state === "ending" || state === "passed";
  const mist = (x, y, wide, o) => r(x * m, y * (h / 440), wide * m, 15 * m + 1, 8 * m, "#b9536e", o);
  const sky = `dao-vote-${size}-${state}-s`;
  save(
    `vote/${size}-${state}`,
    w,
    h,
    (G) => {
      let o = r(0, 0, w, h, 0, `url(#${sky})`);
      if (state !== "ending") o += K.stars(stars);
      // Morning: the period ends when the night does.
      else
        o +=
          c(mid + w * 0.2, ground + 2, w * 0.3, "#ffd9a0", 0.35) +
          c(mid + w * 0.2, ground + 2, w * 0.19, "#fff1dc");
      o +=
        mist(-40, 226, 150, 0.32) +
        mist(60, 250, 120, 0.24) +
        mist(286, 196, 160, 0.3) +
        mist(250, 218, 90, 0.22);
      if (state === "passed")
        for (const [a, b, n] of gone) o += c(a, b, 150 * n, `url(#${G})`) + at(a, b, n * 0.62, LANTERN(true));
      o +=
        p(`M0 ${ground}H${w}V${h}H0Z`, "#2f8073") +
        p(
          `M0 ${ground}Q${w * 0.25} ${ground - cut} ${mid} ${ground - 1}T${w} ${ground - 2}V${ground + (big ? 16 : 6)}Q${w * 0.8} ${ground + (big ? 24 : 9)} ${mid} ${ground + (big ? 14 : 6)}T0 ${ground + (big ? 20 : 8)}Z`,
          "#58a583",
        ) +
        (lit ? e(mid, ground + cut, w * 0.26, cut, "#8cc79a") : "");
      for (const x of [x1, x2]) {
        const [top, bottom] = [line - above, ground + 4];
        o +=
          r(x - pole / 2, top, pole, bottom - top, pole / 2, "#8a5a3f") +
          r(x, top, pole / 2, bottom - top, pole / 4, "#c98a56") +
          c(x, top, pole * 0.82, "#ffc27a");
      }
      if (size !== "row")
        for (const q of [0, 0.25, 0.5, 0.75]) {
          const rest = z.rest - CAP * k;
          const y = rest - (rest - line) * q;
          const n = pole * 1.1;
          o += s(`M${x1 - n} ${y}H${x1 + n}M${x2 - n} ${y}H${x2 + n}`, "#ffe6bd", big ? 2.4 : 1.8);
        }
      // Passed: the line has opened, two ends hang down.
      o +=
        state === "passed"
          ? s(
              `M${x1} ${line}Q${x1 + w * 0.1} ${line + 4} ${x1 + w * 0.15} ${line + w * 0.17}M${x2} ${line}Q${x2 - w * 0.1} ${line + 4} ${x2 - w * 0.15} ${line + w * 0.17}`,
              "#fff1dc",
              weight,
            )
          : s(`M${x1} ${line}H${x2}`, "#fff1dc", weight) +
            strips
              .map((t) => note(x1 + (x2 - x1) * t, line, 0, big ? 0.8 : 0.48, mark(t < 0.5 ? 0 : 1)))
              .join("");
      const half = 76 * k;
      const people = big ? crowd(state, G, ground) : "";
      if (state === "passed") {
        const y = line - (CAP + 4) * k - 2;
        return (
          o +
          s(`M${mid} ${y + half}q${12 * k} ${16 * k} -2 ${34 * k}`, "#ffe6bd", sw) +
          c(mid, y, 150 * k, `url(#${G})`).repeat(2) +
          at(mid, y, k, LANTERN(true)) +
          people
        );
      }
      if (lit) return o + r(mid - pole, ground - 1, pole * 2, pole * 1.3, 2, "#4b2c49") + people;
      o += people + at(mid, z.rest, k, state === "failed" ? g("rotate(9)", LANTERN(false)) : LANTERN(false));
      return state === "failed" ? o : o + r(mid - half * 0.9, z.rest + half, half * 1.8, 6 * k, 0, "#8a5a3f");
    },
    undefined,
    lin(sky, skies[state]),
  );
}
const sizes = JSON.parse(readFileSync("app/components/dao/vote-sizes.json", "utf8"));
for (const size in sizes) for (const state in skies) scene(size, sizes[size], state);
save(
  "vote/lantern",
  280,
  280,
  (G) => c(0, 0, 140, `url(#${G})`).repeat(2) + LANTERN(true),
  "-140 -140 280 280",
);
