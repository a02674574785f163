// The people of the task pages: `node brand/art/people/tasks.mjs`. The standing scenes of the heads (wide and phone), the
// visitors of My page, the gate of the sign-in, the book shelves of the FAQ.
import { S } from "./heads-2.mjs";
import * as L from "./lib.mjs";
import { cloud, far, halo, post, rng } from "./parts.mjs";
import { finishGate, finishSignUpGate } from "./gate.mjs";
import { write } from "./svg.mjs";
import { at } from "./heads-1.mjs";

const { p, r, s, g, letter, lampBox } = L;

function save(name, w, h, draw, box = `0 0 ${w} ${h}`, finish = undefined) {
  const G = "t-" + name.replace("/", "-");
  const body = draw(G).replace(/<path d="[^"]*" fill="none"\/>/g, "");
  const defs =
    (body.includes(`url(#${G})`) ? L.glowDef(G) : "") +
    (body.includes(`url(#${G}h)`) ? L.haloDef(G + "h") : "");
  write(
    name,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${w}" height="${h}" aria-hidden="true" focusable="false">${defs && `<defs>${defs}</defs>`}${body}</svg>`,
    finish,
  );
}

/* ---- the task heads: the ground is the lower edge of the picture ---- */
const books = (x, y, list) =>
  g(
    `translate(${x} ${y})`,
    list
      .map(([bx, w, h, colour, tilt]) =>
        tilt
          ? g(`translate(${bx} 0) rotate(${tilt})`, r(0, -h, w, h, 1, colour))
          : r(bx, -h, w, h, 1, colour) + (h > 20 ? r(bx, -h + 4, w, 2.5, 0, "#fff1dc", 0.55) : ""),
      )
      .join(""),
  );
const shelf = (x, y) =>
  r(x, y - 96, 92, 96, 4, "#4f2a54") +
  r(x + 5, y - 91, 82, 40, 2, "#d9623f") +
  r(x + 5, y - 91, 82, 40, 2, "#f58a5c", 0.6) +
  r(x + 5, y - 47, 82, 42, 2, "#b9536e") +
  books(x + 8, y - 51, [
    [0, 9, 26, "#6b3f83"],
    [10, 8, 30, "#2f8073"],
    [19, 11, 24, "#fff1dc"],
    [31, 8, 32, "#3a2f78"],
    [44, 9, 27, "#b53a3c", 12],
    [60, 8, 25, "#2f8073"],
    [69, 8, 30, "#6b3f83"],
  ]) +
  books(x + 8, y - 5, [
    [0, 10, 30, "#ffc27a"],
    [11, 8, 26, "#3a2f78"],
    [20, 9, 31, "#58a583"],
    [46, 9, 29, "#fff1dc"],
    [56, 8, 33, "#3a2f78"],
    [65, 11, 26, "#ffc27a"],
  ]) +
  r(x - 4, y - 98, 100, 6, 3, "#b57a4f") +
  r(x, y - 51, 92, 4, 1, "#8a5a3f");
const stall = (x, y) =>
  r(x, y - 92, 5, 92, 1, "#8a5a3f") +
  r(x + 108, y - 92, 5, 92, 1, "#8a5a3f") +
  r(x - 4, y - 34, 121, 8, 3, "#b57a4f") +
  r(x + 2, y - 26, 109, 26, 0, "#5d3474") +
  [0, 1, 2, 3, 4, 5]
    .map((i) =>
      p(
        `M${x - 8 + i * 21.5} ${y - 108}H${x + 13.5 + i * 21.5}V${y - 90}a10.750 10.750 0 0 1-21.500 0Z`,
        i % 2 ? "#fff1dc" : "#e4512b",
      ),
    )
    .join("") +
  r(x - 8, y - 110, 129, 6, 3, "#b53a3c");
const letterBox = (x, y, k) =>
  at(
    x,
    y,
    k,
    r(-3, -30, 6, 30, 1, "#8a5a3f") +
      p("M-19-30V-52Q-19-64 0-64Q19-64 19-52V-30Z", "#e4512b") +
      p("M-19-30V-52Q-19-64-8-64Q-11-60-11-52V-30Z", "#b53a3c") +
      r(-9, -51, 20, 4, 2, "#3a2150") +
      letter(1, -52, -6, 0.8),
  );
const crate = (x, y, k, a = "#b57a4f", b = "#8a5a3f") =>
  at(x, y, k, r(-14, -22, 28, 22, 2, a) + r(-14, -22, 9, 22, 2, b) + s("M-14-11H14M0-22V0", b, 2));
const board = () =>
  r(120, 66, 84, 52, 4, "#8a5a3f") +
  r(124, 70, 76, 44, 2, "#b57a4f") +
  r(130, 75, 24, 30, 1, "#fff1dc") +
  r(158, 78, 34, 20, 1, "#ffc27a") +
  r(134, 80, 14, 3, 1, "#b9536e") +
  r(134, 87, 16, 2, 1, "#b57a4f") +
  r(134, 92, 12, 2, 1, "#b57a4f") +
  r(164, 84, 20, 3, 1, "#8a5a3f") +
  r(130, 118, 6, 24, 1, "#8a5a3f") +
  r(188, 118, 6, 24, 1, "#8a5a3f");
const reader = (G, glow) =>
  L.yuki({ pose: "read" }) +
  r(62, -30, 5, 30, 1, "#8a5a3f") +
  r(50, -33, 30, 5, 2, "#b57a4f") +
  lampBox(65, -33, 1.3, G, glow);
const back = (G, v) => halo(G, 250, 84, 74) + far(40, 74, 0.34, 1, v) + cloud(8, 92, 0.3, "#5a3a80");

const WIDE = 0.86;
/** Of each scene the wide drawing (360 x 142, from 720 px up), and the person alone (112 x 82, on a phone). */
const stands = {
  faq: [
    (G) => shelf(118, 142) + at(264, 142, WIDE, L.yuki({ G })) + at(336, 142, 0.62, L.kon(), -1),
    (G) => at(60, 82, 0.6, L.yuki({ G })),
  ],
  inquiry: [
    (G) =>
      letterBox(150, 142, 1.1) +
      letter(176, 136, 12, 0.9) +
      letter(190, 138, -24, 0.9) +
      at(252, 142, WIDE * 1.02, reader(G, 36)),
    (G) => at(44, 82, 0.62, reader(G, 30)),
  ],
  news: [
    () => board() + at(264, 142, WIDE, L.nagi()) + at(330, 70, 0.6, L.pipFly(1), -1),
    () => at(62, 82, 0.56, L.nagi()),
  ],
  suggestions: [
    (G) => post(150, 142, 96, G, 1) + at(206, 142, 0.6, L.kon()) + at(270, 142, WIDE, L.sol()),
    () => at(54, 82, 0.58, L.sol()),
  ],
  members: [() => stall(126, 142) + at(290, 142, WIDE, L.hinata({})), () => at(58, 82, 0.6, L.hinata({}))],
  store: [
    (G) =>
      crate(128, 142, 1.5) +
      crate(172, 142, 1.5, "#c98a57", "#8a5a3f") +
      crate(150, 109, 1.5, "#d9623f", "#b53a3c") +
      lampBox(186, 109, 1.2, G, 30) +
      at(262, 142, WIDE, L.ren()),
    () => at(58, 82, 0.55, L.ren()),
  ],
};
Object.entries(stands).forEach(([name, [wide, small]], index) => {
  save(`stand/${name}`, 360, 142, (G) => back(G, index % 5) + wide(G));
  save(`stand/${name}-small`, 112, 82, small);
});

/* ---- the visitors of My page: one for each tab, in the same box ---- */
const visitors = {
  profile: (G) => L.akari({ G }),
  tools: () => L.ren(),
  history: () => L.toma({}),
  orders: () => L.hinata({}),
  terminate: () => L.nagi(),
};
for (const name in visitors) save(`visit/${name}`, 328, 346, visitors[name], "-66 -172 164 173");

/* ---- the gate beside the forms of an account, and the one beside the sign-up ---- */
for (const [name, finish] of [
  ["gate", finishGate],
  ["gate-sign-up", finishSignUpGate],
])
  save(
    `stage/${name}`,
    1176,
    920,
    (G) =>
      S.account(G)
        .replace(/<g transform="translate\(900 300\)[^>]*><path[^>]*><\/g>/, "")
        .replace(/<g transform="translate\(996 270\).*?<\/g>/, ""),
    "1036 18 588 460",
    finish,
  );

/* ---- shelves of books: one for each topic of the FAQ, and all of them ---- */
const spines = ["#6b3f83", "#2f8073", "#e4512b", "#3f5f9e", "#b53a3c", "#b57a4f", "#58a583", "#8f4472"];
const shelves = {
  account: [5, 1],
  use: [4, 3],
  purchase: [4, 5],
  report: [3, 7],
  event: [3, 11],
  bug: [3, 13],
  other: [4, 17],
  all: [9, 23],
};
Object.entries(shelves).forEach(([name, [books, seed]], shelfIndex) => {
  const random = rng(seed * 977 + 13);
  const count = Math.min(9, books + 2);
  let x = 4;
  let body = "";
  for (let book = 0; book < count; book++) {
    const w = 8 + Math.round(random() * 5);
    const h = 24 + Math.round(random() * 14);
    const colour = spines[(shelfIndex + book * 3) % 8];
    if (book === count - 1 && books < 9) {
      body += g(
        `translate(${x + 14} 44) rotate(-16)`,
        r(-2, -h, w, h, 1, colour) + r(-2, -h + 5, w, 3, 0, "#ffe6bd", 0.8),
      );
      x += 19;
    } else {
      body +=
        r(x, 44 - h, w, h, 1, colour) +
        r(x, 44 - h + 5, w, 3, 0, "#ffe6bd", 0.8) +
        r(x, 44 - h, 2, h, 1, "#14172e", 0.2);
      x += w + 1;
    }
  }
  save(`shelf/${name}`, Math.max(x + 6, 40), 44, () => body);
});
