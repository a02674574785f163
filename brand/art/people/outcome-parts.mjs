// What lies, hangs and is handed over in the store's pictures of a purchase (outcomes.mjs).
import * as L from "./lib.mjs";
const { p, c, r, s, g, arm, INK, APR, CR, EMB, HOT } = L;
export const at = (x, y, k, t, fl = 1) => g(`translate(${x} ${y}) scale(${k * fl} ${k})`, t);
export const bar = (x, y, w, h, col) => r(x, y, w, h, h / 2, col);
// parcel: bottom middle at 0,0; a paper box, w wide, lit from the right
export const parcel = (w = 64, h = 54, col = CR) => {
  const a = w / 2;
  return (
    p(`M${-a} 0V${-h}H${a}V0Z`, col) +
    p(`M${-a} 0V${-h}H${-a * 0.45}V0Z`, "#f3cfa0") +
    p(`M${a} 0V${-h}L${a + 11} ${-h - 8}V-8Z`, "#d8b684") +
    p(`M${-a} ${-h}L${-a + 12} ${-h - 8}H${a + 11}L${a} ${-h}Z`, "#fffaf0") +
    r(-6, -h, 12, h, 0, EMB) +
    p(`M-6 ${-h}L4 ${-h - 8}H15L6 ${-h}Z`, HOT) +
    r(-a, -h * 0.55, w, 9, 0, EMB) +
    p(`M${a} ${-h * 0.55}L${a + 11} ${-h * 0.55 - 8}V${-h * 0.55 + 1}L${a} ${-h * 0.55 + 9}Z`, "#b53a3c") +
    p(`M3 ${-h - 4}C-17 ${-h - 24}-27 ${-h - 6} 3 ${-h - 2}C7 ${-h - 26} 35 ${-h - 22} 11 ${-h - 2}Z`, HOT) +
    p(`M3 ${-h - 4}C-10 ${-h - 16}-20 ${-h - 8} 3 ${-h - 2}Z`, "#b53a3c") +
    c(4, -h - 4, 5, "#9f2f1c")
  );
};
// paper slip hung from its top, cut at the foot; lines are strokes, no letters
export const slip = (w, h, col = "#fff6e4", ln = "#c9b28c") => {
  const n = Math.round(w / 8),
    st = w / n;
  let d = `M${-w / 2} 0H${w / 2}V${h}`;
  for (let i = 0; i < n; i++) d += `l${-st / 2} -5l${-st / 2} 5`;
  return (
    p(d + "Z", col) +
    s(
      `M${-w / 2 + 7} 12H${w / 2 - 7}M${-w / 2 + 7} 21H${w / 2 - 16}M${-w / 2 + 7} 30H${w / 2 - 12}`,
      ln,
      2.4,
    ) +
    s(`M${-w / 2 + 7} ${h - 14}H${w / 2 - 7}`, EMB, 2.8)
  );
};
// price tag hung from its hole
export const tag = (k = 1, col = "#ffe6bd", sh = "#f0a04b", rot = 0) =>
  g(
    `rotate(${rot}) scale(${k})`,
    s("M0 0V-26", "#8a5a3f", 2) +
      p("M0-10L17 6V56Q17 60 13 60H-13Q-17 60-17 56V6Z", INK, 0.16).replace(
        "<path",
        '<path transform="translate(4 4)"',
      ) +
      p("M0-10L17 6V56Q17 60 13 60H-13Q-17 60-17 56V6Z", col) +
      p("M0-10L-17 6V56Q-17 60-13 60H-8V2Z", sh, 0.55) +
      c(0, 5, 4, "#4b2c49") +
      s("M-8 26H9M-8 36H5", "#8a5a3f", 3),
  );
export const coin = (k = 1, col = "#f0623c", sh = "#9f2f1c", hi = "#ffd9a0") =>
  g(
    `scale(${k})`,
    c(0, 2.4, 18, sh) +
      c(0, 0, 18, col) +
      c(0, 0, 12.5, sh) +
      p("M-9-1a7 7 0 0 1 14 0z", hi) +
      p("M-5 2a7 7 0 0 0 14 0z", CR),
  );
export const counter = (x, y, w, h = 74) => {
  let o = r(x, y + 16, w, h, 0, "#6b3f83") + r(x, y + 16, 26, h, 0, "#4f2a54");
  const n = Math.floor(w / 62);
  for (let i = 0; i < n; i++)
    o += p(`M${x + 45 + i * 62} ${y + 34}l17 24-17 24-17-24Z`, i % 2 ? "#f0a04b" : EMB);
  return (
    o +
    r(x - 14, y, w + 28, 18, 3, "#b57a4f") +
    r(x - 14, y, w + 28, 5, 2, "#f0a04b") +
    r(x - 14, y + 13, w + 28, 5, 0, "#8a5a3f")
  );
};
export const awning = (x, y, n, w = 40, h = 46) => {
  let o = "";
  for (let i = 0; i < n; i++)
    o +=
      p(`M${x + i * w} ${y}h${w}v${h}a${w / 2} ${w / 2} 0 0 1-${w} 0Z`, i % 2 ? "#ffe6bd" : EMB) +
      p(
        `M${x + i * w} ${y}h${w * 0.32}v${h + 14}q-${w * 0.2}-2-${w * 0.32}-14Z`,
        i % 2 ? "#f3cfa0" : "#b53a3c",
      );
  return r(x, y + h - 6, n * w, 12, 0, INK, 0.12) + o + r(x - 6, y - 10, n * w + 12, 12, 3, "#9f2f1c");
};
export const shelfB = (x, y, w) => {
  const o = r(x, y, w, 12, 0, "#b57a4f") + r(x, y, w, 4, 0, "#f0a04b") + r(x, y + 12, w, 6, 0, "#8a5a3f");
  const n = Math.round(w / 24),
    st = w / n;
  let d = `M${x} ${y + 18}H${x + w}v5`;
  for (let i = 0; i < n; i++) d += `a${st / 2} ${st / 2} 0 0 1 ${-st} 0`;
  return o + p(d + "Z", EMB) + r(x, y + 18, w, 3, 0, "#9f2f1c");
};
export const hourglass = (k = 1) =>
  g(
    `scale(${k})`,
    r(-20, -6, 40, 6, 2, "#8a5a3f") +
      r(-20, -66, 40, 6, 2, "#b57a4f") +
      p("M-15-60H15Q15-42 3-33Q15-24 15-6H-15Q-15-24-3-33Q-15-42-15-60Z", "#cdc6e6", 0.75) +
      p("M-11-52H11Q10-43 0-35Q-10-43-11-52Z", APR) +
      s("M0-34V-14", APR, 1.6) +
      p("M-12-6Q-10-18 0-19Q10-18 12-6Z", "#f0a04b") +
      s("M-18-60V-6M18-60V-6", "#8a5a3f", 2.6),
  );
export const card = (k = 1, rot = 0) =>
  g(
    `rotate(${rot}) scale(${k})`,
    r(-31, -17, 64, 42, 5, INK, 0.14) +
      r(-34, -21, 64, 42, 5, "#5b4694") +
      p("M-34-16a5 5 0 0 1 5-5h10L-34 10Z", "#3a2f78") +
      r(-34, -11, 64, 8, 0, "#2a2562") +
      r(-26, 4, 14, 10, 2, APR) +
      s("M0 9H20", "#cdc6e6", 3),
  );
export const hinataGive = (
  hold,
  { mouth = "smile", eyes = "dot", tilt = 3, reach = 62, lift = -58 } = {},
) => {
  // body without the bowl; both arms forward
  const D = "#6b3f83",
    DS = "#4f2a54",
    h = "#b57a4f";
  const feet =
    p("M-18.500 0v-5q0-5 5-5h6q4 0 5 4q2 1 2 6Z", "#2f2237") +
    p("M4.500 0v-5q0-5 5-5h6q4 0 5 4q2 1 2 6Z", "#4b2c49");
  const body =
    p("M-13-82C-26-72-36-40-37-11Q-18-5 2-5Q22-5 38-10C36-42 28-72 15-82Z", D) +
    p("M-13-82C-26-72-36-40-37-11Q-28-8-18-6.500C-20-36-14-66-4-82Z", DS) +
    p("M15-82C28-72 36-42 38-10L34.500-9C33-40 25-68 11-82Z", APR) +
    p("M-3-70Q8-66 19-70C27-58 31-40 31-16Q14-10-6-13C-10-34-9-56-3-70Z", EMB) +
    p("M-3-70Q0-68.500 3-68C-2-50-2-30 1-12.500Q-3-12.500-6-13C-10-34-9-56-3-70Z", "#b53a3c") +
    s("M-3-70L-9-80M19-70L13-80", EMB, 3);
  return (
    feet +
    arm(15, -72, reach * 0.6, lift - 2, reach, lift - 6, "#5a2a68", h, { w1: 8 }) +
    body +
    g(`translate(3 -97) rotate(${tilt})`, L.H.hinata({ mouth, eyes })) +
    p("M-14-81Q2-72 17-81Q14-75 2-74Q-10-75-14-81Z", "#f3cfa0") +
    (hold || "") +
    arm(-6, -70, reach * 0.34, lift + 14, reach - 8, lift + 4, D, h, { w1: 8.5 })
  );
};
export const ferry = (o = "") =>
  p("M-96-22Q-92 18-52 20H48Q92 18 100-34Q60-16 0-16T-96-22Z", "#8a5a3f") +
  p("M-96-22Q-92 18-52 20H-10Q-60 6-70-17Q-86-20-96-22Z", "#5a2f4f") +
  p("M100-34Q96 4 60 18Q82 2 88-29Z", "#f0a04b") +
  p("M-99-26Q-60-16 0-18T102-40L103-32Q60-10 0-10T-98-18Z", "#b57a4f") +
  o;
