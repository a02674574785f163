import * as K from "./kit.mjs";
const { p, c, r, s, g, at, lantern, INK, CR, EMB, letter, note, kite, save, sheet } = K;
const win = "M38 240V122A82 82 0 0 1 202 122V240Z";
const bust = (fn, fy, k = 2.1, o = {}) => at(118, fy, k, K[fn]({ pose: "bust", withKite: 0, face: o }));
// name: [tile, frame, frame shade, window, motif, bust]
const B = {
  akari: [
    "#6b3f83",
    "#8f4472",
    "#4f2a54",
    "#b9536e",
    (_G) =>
      c(184, 104, 64, "#cf6650") +
      c(184, 104, 40, "#f58a5c") +
      s("M186 40V88", "#4b2c49", 2.4) +
      lantern(186, 86, 1.3),
    () => bust("akari", 338),
  ],
  nagi: [
    "#4a3490",
    "#6653b3",
    "#2a2562",
    "#25235a",
    (_G) =>
      K.cloud(50, 96, 0.24, "#3a2f78") +
      K.cloud(120, 150, 0.3, "#3a2f78") +
      letter(182, 158, 16, 1.3) +
      letter(64, 156, -16, 1) +
      letter(164, 58, -10, 0.8),
    () => bust("nagi", 342),
  ],
  hinata: [
    "#2f8073",
    "#58a583",
    "#1f6063",
    "#174a55",
    (_G) =>
      [0, 1, 2, 3, 4, 5, 6]
        .map((i) =>
          p(`M${44 + i * 22} 30H${66 + i * 22}V92A11 11 0 0 1 ${44 + i * 22} 92Z`, i % 2 ? "#ffe6bd" : EMB),
        )
        .join(""),
    () => bust("hinata", 330),
  ],
  toma: [
    "#f0a04b",
    "#ffc27a",
    "#e8743f",
    "#ffe6bd",
    (_G) =>
      c(150, 140, 46, "#fff6e4") +
      p("M40 168H200V176H40ZM60 186H200V194H60Z", "#8cc79a") +
      p("M40 160H200V240H40Z", "#58a583") +
      s("M56 176H86M150 172H186M160 186H190M60 192H80", "#8cc79a", 4) +
      g(
        "translate(4 0)",
        s("M176 214L168 60", "#8a5a3f", 8) +
          p("M158 66Q154 26 163 18Q174 24 178 64Q168 70 158 66Z", "#b57a4f") +
          p("M169 68Q165 30 163 18Q174 24 178 64Q174 67 169 68Z", "#f0a04b"),
      ),
    () => bust("toma", 332),
  ],
  mei: [
    "#7fe3c4",
    "#58a583",
    "#2f8073",
    "#bfe3d3",
    (_G) =>
      K.cloud(48, 146, 0.26, "#e3f4ea") +
      kite(180, 86, 18, 0.76, "M0 30C-6 38 8 44 2 54", [[0, 42]]) +
      K.cloud(140, 176, 0.2, "#e3f4ea"),
    () => bust("mei", 268, 2.2, { mouth: "open" }),
  ],
  ren: [
    "#25235a",
    "#3a2f78",
    "#14172e",
    "#1e1d47",
    (_G) =>
      g(
        "translate(6 6)",
        p("M148 74L190 62L196 114L160 122Z", CR) +
          p("M148 74L158 71L170 119.500L160 122Z", "#f3cfa0") +
          p("M168 96l11-12 12 8 1 14-22 5Z", EMB) +
          p("M176 110l0-9 7-2 1 9Z", "#7a324d"),
      ) + p("M50 166l16-10 4 14ZM178 160l14 4-10 10Z", "#7fe3c4"),
    () => bust("ren", 342),
  ],
  sol: [
    "#b53a3c",
    "#e4512b",
    "#9f2f1c",
    "#f58a5c",
    (_G) =>
      c(120, 128, 66, "#ffa765") +
      c(120, 128, 44, "#ffc27a") +
      note(66, 116, 1.2, "#fff1dc", -10) +
      note(186, 134, 1.2, "#fff1dc", 8),
    () => bust("sol", 338),
  ],
  yuki: [
    "#763b60",
    "#8f4472",
    "#5a2f4f",
    "#4b2c49",
    (_G) =>
      r(40, 100, 160, 7, 0, "#8a5a3f") +
      r(40, 168, 160, 7, 0, "#8a5a3f") +
      r(50, 72, 11, 28, 2, "#2f8073") +
      r(62, 60, 11, 40, 2, "#f0a04b") +
      r(74, 66, 10, 34, 2, "#6653b3") +
      r(152, 58, 13, 42, 2, "#e4512b") +
      r(166, 66, 12, 34, 2, "#7fe3c4") +
      r(180, 62, 12, 38, 2, "#6653b3") +
      r(50, 128, 12, 40, 2, "#6653b3") +
      r(63, 134, 12, 34, 2, "#e4512b") +
      r(160, 130, 13, 38, 2, "#2f8073") +
      g("translate(178 168) rotate(14)", r(0, -36, 12, 36, 2, "#ffc27a")),
    () => bust("yuki", 338),
  ],
  // Fox and gull sit whole in their window, before the sill; of the ten, members get theirs (app/domain/portraits.ts).
  kon: [
    "#25235a",
    "#4a3490",
    "#14172e",
    "#6b3f83",
    (_G) => c(176, 96, 34, "#ffe6bd") + c(120, 250, 96, "#58a583", 0.5),
    () => at(116, 212, 2.05, K.kon()),
  ],
  pip: [
    "#cdc6e6",
    "#8f88b3",
    "#5d5686",
    "#f7c9a0",
    (_G) =>
      c(150, 120, 54, "#fff1dc") +
      r(30, 150, 100, 14, 7, "#fff1dc", 0.8) +
      r(120, 172, 100, 12, 6, "#fff1dc", 0.7),
    () => at(112, 208, 2.5, K.pip()),
  ],
};
for (const n in B) {
  const [t, f, fs, w, m, b] = B[n],
    N = "portrait-" + n,
    G = "sc-" + N + "-g";
  const sill =
    p("M22 204H218Q224 204 224 210V222H16V210Q16 204 22 204Z", "#b57a4f") +
    r(16, 204, 208, 6, 3, "#f0a04b") +
    p("M16 214H224V222H16Z", "#8a5a3f") +
    p("M0 222H240V240H0Z", fs) +
    p("M30 222H210L206 230H34Z", INK, 0.25);
  const body =
    r(0, 0, 240, 240, 0, t) +
    p("M14 240V120A106 106 0 0 1 226 120V240Z", fs) +
    p("M20 240V121A100 100 0 0 1 220 121V240Z", f) +
    p("M32 240V122A88 88 0 0 1 208 122V240Z", fs) +
    `<g clip-path="url(#sc-${N}-w)">${r(38, 40, 164, 200, 0, w)}${p(win, INK, 0.3)}<path transform="translate(4 9)" d="${win}" fill="${w}"/>${m(G)}</g><g clip-path="url(#sc-${N}-b)">${sheet(G, b())}</g>` +
    sheet(G, sill);
  save(
    N,
    240,
    240,
    `<clipPath id="sc-${N}-w"><path d="${win}"/></clipPath><clipPath id="sc-${N}-b"><path d="M38 206V122L20 0H220L202 122V206Z"/></clipPath>`,
    body,
  );
  // The figure alone: app/components/dao/faces.css draws its ground and its opening.
  save("face-" + n, 240, 240, "", b());
}
