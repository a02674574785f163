// The scenes of the page heads and the figures alone: `node brand/art/people/heads.mjs [heads|cast|<one scene>]`.
import { S } from "./heads-2.mjs";
import * as L from "./lib.mjs";
import { write } from "./svg.mjs";
const K = (k, cx, top = 88, to = 86) => [k, Math.round(cx * (1 - k)), Math.round(to - top * k)];
const fit = {
  account: K(0.93, 1320),
  store: K(0.93, 1320),
  legal: K(0.92, 1320, 74, 90),
  support: K(0.95, 1312, 79, 92),
  trouble: K(0.94, 1330, 98, 86),
};
const only = process.argv[2];
for (const n in S) {
  if (only && only !== n && only !== "heads") continue;
  const G = "head-" + n + "-g";
  const body = S[n](G)
    .replace(/<path d="[^"]*" fill="none"\/>/g, "")
    .replace(/<g transform="[^"]*scale\(0?\.00?0?1[^"]*"><\/g>/g, "");
  write(
    "heads/" + n,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 400" width="1600" height="400" aria-hidden="true" focusable="false"><defs>${L.glowDef(G)}${L.haloDef(G + "h")}</defs>${fit[n] ? `<g transform="translate(${fit[n][1]} ${fit[n][2]}) scale(${fit[n][0]})">${body}</g>` : body}</svg>`,
  );
}
if (!only || only === "cast") {
  const C = {
    akari: [(G) => L.akari({ G }), 48, -158, 144, 162],
    "akari-welcome": [(G) => L.akari({ pose: "up", G }), 50, -178, 168, 182],
    nagi: [(_G) => L.nagi(), 50, -146, 104, 150],
    "nagi-balloon": null,
    hinata: [(_G) => L.hinata({}), 44, -130, 100, 134],
    toma: [(_G) => L.toma({}), 38, -162, 86, 166],
    mei: [(_G) => L.mei(), 42, -94, 104, 98],
    "mei-run": [(_G) => L.mei({ pose: "run" }), 50, -196, 194, 200],
    ren: [(_G) => L.ren(), 52, -144, 106, 148],
    "ren-cut": [(_G) => L.ren({ pose: "kneel" }), 48, -122, 150, 126],
    sol: [(_G) => L.sol(), 44, -140, 114, 144],
    "sol-play": [(_G) => L.sol({ pose: "sit" }), 46, -116, 128, 124],
    yuki: [(G) => L.yuki({ G }), 36, -132, 110, 136],
    "yuki-read": [
      (G) =>
        L.yuki({ pose: "read" }) +
        L.r(62, -30, 5, 30, 1, "#8a5a3f") +
        L.r(50, -33, 30, 5, 2, "#b57a4f") +
        L.lampBox(65, -33, 1.3, G, 36),
      40,
      -116,
      154,
      120,
    ],
    kon: [(_G) => L.kon(), 44, -68, 72, 72],
    pip: [(_G) => L.pip(), 36, -46, 70, 50],
  };
  C["nagi-balloon"] = [(G) => L.nagiBalloon(G), 86, -250, 204, 272];
  for (const n in C) {
    const [fn, ox, oy, w, h] = C[n];
    const G = "cast-" + n + "-g";
    const b = fn(G);
    const d = b.includes(`url(#${G})`) ? `<defs>${L.glowDef(G)}</defs>` : "";
    write(
      "cast/" + n,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-ox} ${oy} ${w} ${h}" width="${w * 2}" height="${h * 2}" aria-hidden="true" focusable="false">${d}${b}</svg>`,
    );
  }
}
