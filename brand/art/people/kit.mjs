// The stage of the scenes: the people and parts, gradients, backs of some people, bubbles, notes, votes. All by hand; dense, because it is drawing.
import * as L from "./lib.mjs";
import * as _P from "./parts.mjs";
import { write } from "./svg.mjs";
export * from "./lib.mjs";
export * from "./parts.mjs";
const { p, c, e, s, g, arm, INK, APR, CR, EMB } = L;
export const at = (x, y, k, t, fl = 1) => g(`translate(${x} ${y}) scale(${+(k * fl).toFixed(3)} ${k})`, t);
export const stops = (a) => a.map(([o, col]) => `<stop offset="${o}" stop-color="${col}"/>`).join("");
export const lin = (id, a, y2 = 1) =>
  `<linearGradient id="${id}" x2="0" y2="${y2}">${stops(a)}</linearGradient>`;
/** A sheet of cut paper: its hard shadow falls 3 px to the right and 8 down on what lies below it (in save()'s `size`). */
export const sheet = (G, ...parts) => `<g filter="url(#${G}d)">${parts.join("")}</g>`;
const sheetDef = (id, k) =>
  `<filter id="${id}"><feDropShadow dx="${3 * k}" dy="${8 * k}" stdDeviation="0" flood-color="${INK}" flood-opacity=".3"/></filter>`;
/** Where a scene lies in public/art; portraits lie in people/, the figures of members' faces in faces/. */
const place = {
  together: "introduction/together",
  make: "introduction/make",
  decide: "introduction/decide",
  "use-1": "store/use-1",
  "use-2": "store/use-2",
  "use-3": "introduction/market",
  "use-4": "store/use-4",
  shelf: "store/shelf",
};
/** Writes a scene. `size`: units of the drawing in a pixel of the page, for the shadows of its sheets. */
export function save(name, w, h, defs, body, rx = 0, vb = `0 0 ${w} ${h}`, size = 1) {
  const G = "sc-" + name;
  const used = [...(body + defs).matchAll(/url\(#([^)]+)\)/g)].map((m) => m[1]);
  const d =
    [
      [G + "-g", L.glowDef(G + "-g")],
      [G + "-gh", L.haloDef(G + "-gh")],
      [G + "-gd", sheetDef(G + "-gd", size)],
    ]
      .filter(([i]) => used.includes(i))
      .map((x) => x[1])
      .join("") +
    defs +
    (rx ? `<clipPath id="${G}-f"><rect width="${w}" height="${h}" rx="${rx}"/></clipPath>` : "");
  body = body.replace(/<path d="[^"]*" fill="none"\/>/g, "");
  write(
    place[name] ??
      (name.startsWith("face-")
        ? name.replace("face-", "faces/")
        : "people/" + name.replace("portrait-", "")),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${vb}" width="${w}" height="${h}" aria-hidden="true" focusable="false">${d ? `<defs>${d}</defs>` : ""}${rx ? `<g clip-path="url(#${G}-f)">${body}</g>` : body}</svg>`,
  );
}
export const stars = (list, col = "#fff1dc") =>
  p(
    list
      .map(([x, y, k = 1]) => `M${x} ${y}m-${k} 0a${k} ${k} 0 1 0 ${2 * k} 0a${k} ${k} 0 1 0-${2 * k} 0`)
      .join(""),
    col,
    0.8,
  );
/* backs: feet at 0,0 ; lit from the right */
export const hinataBack = () => {
  const D = "#6b3f83",
    DS = "#4f2a54",
    h = "#b57a4f";
  return (
    arm(14, -72, 34, -76, 40, -98, "#7a4a86", h, { w1: 8 }) +
    p("M-13-82C-26-72-36-40-38-6Q0 4 40-6C37-42 28-72 15-82Z", D) +
    p("M-13-82C-26-72-36-40-38-6Q-28-2-17-1C-20-36-14-66-4-82Z", DS) +
    p("M15-82C28-72 37-42 40-6L36-5C34-40 25-68 11-82Z", APR) +
    p("M-31-47Q0-40 33-47L34-40Q0-33-32-40Z", EMB) +
    p("M-31-47Q-22-44-16-43L-17-36.500Q-25-38-32-40Z", "#b53a3c") +
    p("M1-38L-8-8Q-2-10 3-5L4-36Z", "#b53a3c") +
    p("M2-38L14-9Q8-10 4-6L1-36Z", EMB) +
    p("M1-40C-6-52-20-52-19-42C-19-34-8-32 1-40Z", "#b53a3c") +
    p("M1-40C8-52 22-52 21-42C21-34 10-32 1-40Z", "#ff7a59") +
    c(1, -40, 4.6, EMB) +
    g(
      "translate(2 -98)",
      e(0, 15, 13, 7, "#2f2237") +
        c(-22, 5, 4, "#8a5a3f") +
        c(22.5, 5, 4, h) +
        p("M-24 6C-28-14-19-29 1-29C21-29 29-14 24 6Q14 15 0 15Q-14 15-24 6Z", "#ffc27a") +
        p("M-24 6C-28-14-19-29 1-29C-12-25-17-10-15 12.500Q-20 10-24 6Z", "#f0a04b") +
        p("M-20 5Q0 14 22 3L24 6Q14 15 0 15Q-14 15-24 6Z", "#e8743f") +
        p("M0 9L-14 27Q-5 31 0 22Q6 32 15 25L4 9Z", "#f0a04b") +
        p("M1 9L1 22Q7 32 15 25L4 9Z", "#ffc27a") +
        c(1.5, 10, 4.6, "#e8743f") +
        c(-7, -19, 1.9, EMB) +
        c(8, -21, 1.9, EMB) +
        c(1, -9, 1.9, EMB) +
        c(14, -7, 1.9, EMB) +
        c(-12, -5, 1.7, EMB) +
        p("M14-25C24-20 28-8 24 5L21.500 6C24-6 22-18 14-25Z", "#ffe6bd"),
    ) +
    arm(-13, -71, -31, -56, -25, -40, D, h, { w1: 8 })
  );
};
export const meiBack = () => {
  const C = "#ffc27a",
    CS = "#f0a04b",
    h = "#fbe0d0";
  return (
    arm(10, -42, 25, -46, 30, -64, CS, h, { w1: 6, w2: 4.6, hr: 4.8 }) +
    arm(-9, -42, -23, -46, -27, -62, CS, h, { w1: 6, w2: 4.6, hr: 4.8 }) +
    p("M-8-49C-14-38-22-24-24-8Q2 2 26-8C22-26 16-40 11-49Z", C) +
    p("M-8-49C-14-38-22-24-24-8Q-16-4-8-3C-9-22-5-38-1-49Z", CS) +
    p("M11-49C16-40 22-26 26-8L22.500-6.500C20-24 14-38 8-49Z", "#ffe6bd") +
    g(
      "translate(2 -65)",
      s("M-16 3Q-27 5-31 14", "#1d1842", 9) +
        c(-32, 16, 5.6, "#1d1842") +
        c(-18.5, 3.5, 3.2, EMB) +
        s("M20 3Q29 5 32 14", "#1d1842", 9) +
        c(33, 16, 5.4, "#1d1842") +
        c(21, 3.5, 3.2, EMB) +
        p("M-21 5C-27-12-19-26 2-26C21-26 28-12 22 5Q14 18 1 18Q-13 18-21 5Z", "#1d1842") +
        p("M-12-15C-8-21-3-22-1-22L-1-17Q-6-17-10-10Z", "#4a3490") +
        p("M4-22C10-21 14-17 16-11Q10-17 4-17Z", "#4a3490") +
        s("M1.500-25Q-.5-6 1.500 16", "#3a2f78", 1.5) +
        p("M15-22C24-15 26-5 21 5L19 6C22-5 21-15 15-22Z", APR),
    ) +
    p("M-14-50Q2-42 17-50Q18-35 2-26Q-13-35-14-50Z", "#e8743f") +
    p("M-11-50Q2-43 15-50Q15-38 2-31Q-10-38-11-50Z", "#f0a04b") +
    p("M-11-50Q2-43 14-50Q14-45 2-43.500Q-10-45-11-50Z", EMB)
  );
};
export const konBack = () =>
  `<g data-fox="1">${
    p("M10-3C32 2 46-10 43-27C41-38 34-44 28-46C31-34 24-20 10-13Z", "#e4512b") +
    p("M28-46C36-43 42-36 43-27Q38-30 36-26Q32-30 29-28Q31-36 28-46Z", CR) +
    p("M10-3C32 2 46-10 43-27C38-13 26-6 10-7Z", "#b53a3c") +
    p("M-19 0C-22-18-12-34 1-34C14-34 21-18 19 0Z", "#e4512b") +
    p("M-19 0C-22-18-12-34 1-34C-8-24-11-10-8 0Z", "#b53a3c") +
    p("M-18-46L-17-65L-4-57L9-58L20-66L21-47C22-36 14-29 3-29C-9-29-18-35-18-46Z", "#f0623c") +
    p("M-18-46L-17-65L-10-61Q-12-44-5-30.500C-13-33-18-38-18-46Z", "#b53a3c") +
    p("M-17-65L-10.500-61L-17.300-54Z", "#4b2c49") +
    p("M20-66L13.500-61L20.500-55Z", "#4b2c49") +
    p("M20.600-54C23-40 16-31 6-29.200C14-33 18-42 18-53Z", APR)
  }</g>`;
export const note = (x, y, k = 1, col = CR, rot = 0, two = 0) =>
  g(
    `translate(${x} ${y}) rotate(${rot}) scale(${k})`,
    two
      ? p("M-14 12V-18L14-24V8H10V-14L-10-10V12Z", col) + e(-15, 13, 6.4, 5, col) + e(9, 9, 6.4, 5, col)
      : p("M0 12V-22Q4-12 14-10Q16-2 12 4Q12-4 4-6V12Z", col) + e(-2, 13, 6.6, 5, col),
  );
// paper bubble; tail tip at tx,ty
export const bubble = (x, y, w, h, tx, ty, col, sh) => {
  const R = Math.min(h / 2, 40),
    l = x - w / 2,
    t = y - h / 2,
    bx = Math.max(l + R, Math.min(l + w - R, x + (tx - x) * 0.4));
  const d = `M${l + R} ${t}H${l + w - R}A${R} ${R} 0 0 1 ${l + w} ${t + R}V${t + h - R}A${R} ${R} 0 0 1 ${l + w - R} ${t + h}H${bx + 16}Q${bx + 8} ${t + h + 14} ${tx} ${ty}Q${bx - 14} ${t + h + 12} ${bx - 16} ${t + h}H${l + R}A${R} ${R} 0 0 1 ${l} ${t + h - R}V${t + R}A${R} ${R} 0 0 1 ${l + R} ${t}Z`;
  return (
    g("translate(-5 8)", p(d, INK, 0.22)) +
    p(d, col) +
    p(
      `M${l + R} ${t}A${R} ${R} 0 0 0 ${l} ${t + R}V${t + h - R}A${R} ${R} 0 0 0 ${l + R} ${t + h}H${l + R + 12}C${l + 6} ${t + h - 8} ${l + 6} ${t + 10} ${l + R + 12} ${t}Z`,
      sh,
    )
  );
};
export const heart = (x, y, k, a = EMB, b = "#b53a3c") =>
  g(
    `translate(${x} ${y}) scale(${k})`,
    p("M0 16C-22 2-20-16-9-16C-4-16-1-13 0-9C1-13 4-16 9-16C20-16 22 2 0 16Z", a) +
      p("M0 16C-22 2-20-16-9-16C-14-8-10 6 0 16Z", b),
  );
// vote strip, hung from its top
export const strip = (x, y, rot = 0, k = 1, col = CR, sh = "#f3cfa0", mk = EMB) =>
  g(
    `translate(${x} ${y}) rotate(${rot})${k !== 1 ? ` scale(${k})` : ""}`,
    p("M-8 0H8V32L0 27L-8 32Z", col) + p("M-8 0H-4V29.300L-8 32Z", sh) + c(0.8, 11, 3.8, mk),
  );

export const lanDef = (id, G) => `<g id="${id}">${c(0, 14, 34, `url(#${G})`)}${L.lantern(0, 0, 1)}</g>`;
export const useL = (id) => (x, y, k) => `<use href="#${id}" transform="translate(${x} ${y}) scale(${k})"/>`;
export const garlandU = (lan, x1, y1, x2, y2, sag, n, k) => {
  const mx = (x1 + x2) / 2,
    my = (y1 + y2) / 2 + sag * 2;
  let o = s(`M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`, "#2f2237", 2.4);
  for (let i = 1; i <= n; i++) {
    const t = i / (n + 1),
      a = (1 - t) * (1 - t),
      b = 2 * t * (1 - t),
      d = t * t;
    o += lan(+(a * x1 + b * mx + d * x2).toFixed(1), +(a * y1 + b * my + d * y2).toFixed(1), k);
  }
  return o;
};
