import * as K from "./kit.mjs";
const {
  lanDef,
  useL,
  garlandU,
  p,
  c,
  e,
  r,
  s,
  g,
  at,
  lampBox,
  glow,
  INK,
  APR,
  CR,
  EMB,
  isle,
  far,
  cloud,
  halo,
  pine,
  tree,
  bigTree,
  house,
  bubble,
  note,
  heart,
  strip,
  sheet,
  stars,
  lin,
  save,
} = K;
const only = process.argv[2];
const J = {};
J.together = () => {
  const G = "sc-together-g",
    X = 560,
    Y = 462,
    lan = useL("sc-together-l");
  const wedge = (R, a, b, col) =>
    p(
      `M${X} ${Y}L${(X - R * Math.cos(a)).toFixed(1)} ${(Y - R * Math.sin(a)).toFixed(1)}A${R} ${R} 0 0 1 ${(X - R * Math.cos(b)).toFixed(1)} ${(Y - R * Math.sin(b)).toFixed(1)}Z`,
      col,
    );
  const half = (R, col, dx = 0) =>
    p(`M${X - R + dx} ${Y + 14}V${Y}A${R} ${R} 0 0 1 ${X + R + dx} ${Y}V${Y + 14}Z`, col);
  let shell =
    half(252, "#5d3474") +
    half(252, "#7a4a86", 0).replace(
      /M.*?Z/,
      `M${X + 60} ${Y - 245}A252 252 0 0 1 ${X + 252} ${Y}V${Y + 14}H${X + 216}V${Y}A222 222 0 0 0 ${X + 60} ${Y - 245}Z`,
    ) +
    half(216, "#341f52") +
    half(204, "#8f4472", 6);
  const n = 9;
  for (let i = 0; i < n; i++)
    shell += wedge(188, (Math.PI * i) / n, (Math.PI * (i + 1)) / n, i % 2 ? "#f58a5c" : "#e8743f");
  shell += half(128, "#ffb25e") + half(106, "#ffe6bd");
  // bulbs on the shell's rim
  let bul = "";
  for (let i = 0; i <= 12; i++) {
    const a = (Math.PI * (i + 0.5)) / 13;
    bul += c(X - 234 * Math.cos(a), Y - 234 * Math.sin(a), 5.5, i % 2 ? "#ffe6bd" : "#ffc27a");
  }
  const stage =
    p(
      `M${X - 286} ${Y + 6}H${X + 286}L${X + 318} ${Y + 52}Q${X} ${Y + 82} ${X - 318} ${Y + 52}Z`,
      "#b57a4f",
    ) +
    p(
      `M${X - 286} ${Y + 6}H${X - 190}L${X - 212} ${Y + 64}Q${X - 270} ${Y + 59} ${X - 318} ${Y + 52}Z`,
      "#8a5a3f",
    ) +
    s(`M${X - 250} ${Y + 20}H${X + 294}M${X - 262} ${Y + 36}H${X + 304}`, "#8a5a3f", 2.4) +
    e(X - 4, Y + 36, 150, 20, "#9f2f1c") +
    e(X - 4, Y + 33, 150, 19, EMB) +
    e(X - 4, Y + 33, 126, 14.5, "#f0a04b") +
    e(X - 4, Y + 33, 114, 12, EMB) +
    p(
      `M${X - 318} ${Y + 52}Q${X} ${Y + 82} ${X + 318} ${Y + 52}V${Y + 66}Q${X} ${Y + 96} ${X - 318} ${Y + 66}Z`,
      "#f0a04b",
    ) +
    p(`M${X - 318} ${Y + 66}Q${X} ${Y + 96} ${X + 318} ${Y + 66}V${Y + 140}H${X - 318}Z`, "#5a2f4f") +
    s([-240, -160, -80, 0, 80, 160, 240].map((d) => `M${X + d} ${Y + 84}V${Y + 150}`).join(""), "#4b2c49", 3);
  const lamps = [
    [-250, 72],
    [214, 75],
  ]
    .map(([d, y]) => lampBox(X + d, Y + y - 14, 1.7, G, 44))
    .join("");
  const sky = r(0, 0, 960, 720, 0, "url(#sc-together-s)");
  return [
    lanDef("sc-together-l", G),
    sky +
      stars([
        [60, 60, 2],
        [150, 120, 1.5],
        [250, 40, 1.5],
        [420, 70, 2],
        [700, 50, 1.5],
        [840, 40, 2],
        [330, 150, 1.5],
        [520, 30, 1.5],
        [910, 120, 1.5],
        [40, 190, 1.5],
      ]) +
      far(300, 106, 0.8, 1, 1) +
      far(40, 330, 1.2, -1, 0) +
      far(884, 66, 0.5, -1, 2) +
      cloud(-60, 392, 0.9, "#cf6650") +
      cloud(110, 430, 0.8, "#f58a5c") +
      cloud(700, 330, 0.9, "#cf6650", 1) +
      halo(G, X, Y - 60, 300) +
      // lawn
      p("M-10 520C120 470 300 478 480 482S860 470 980 500V720H-10Z", "#2f8073") +
      p("M-10 560C200 508 420 520 560 520S860 520 980 560V720H-10Z", "#276360") +
      sheet(G, bigTree(900, 520, 2), pine(812, 500, 0.9), pine(196, 512, 1.5), pine(240, 520, 1.05)) +
      sheet(G, half(268, "#2b2257")) +
      shell +
      bul +
      sheet(G, stage) +
      sheet(G, at(X - 12, Y + 38, 2.16, K.sol({ pose: "sit", face: { eyes: "shut", mouth: "smile" } }))) +
      lamps +
      // strings
      s("M96 540V150", "#8a5a3f", 9) +
      s("M99 536V156", "#b57a4f", 3) +
      c(96, 146, 8, APR) +
      garlandU(lan, 96, 154, X, Y - 264, 36, 5, 1.3) +
      garlandU(lan, X, Y - 264, 970, 120, 40, 4, 1.35) +
      garlandU(lan, 96, 154, -30, 70, 14, 1, 1.3) +
      c(X, Y - 266, 10, "#ffc27a") +
      // music
      note(728, 330, 1.5, "#fff1dc", 12) +
      note(806, 296, 1.8, "#fff1dc", -8, 1) +
      note(676, 250, 1.1, "#ffe6bd", -14) +
      // words of paper
      bubble(262, 330, 150, 92, 268, 426, "#fff1dc", "#f3cfa0") +
      heart(264, 330, 1.5) +
      bubble(100, 400, 116, 72, 150, 462, "#7fe3c4", "#58a583") +
      c(76, 400, 7, "#174a55") +
      c(100, 400, 7, "#174a55") +
      c(124, 400, 7, "#174a55") +
      bubble(890, 418, 124, 82, 850, 492, "#ffc27a", "#f0a04b") +
      note(892, 420, 1.25, "#5a2f4f", 0, 1) +
      // front lawn and audience
      p("M-10 616C180 578 360 590 520 600S820 584 980 612V740H-10Z", "#174a55") +
      sheet(
        G,
        at(768, 806, 2.6, K.toma({ oar: 0, face: { lx: 2.5, ly: -2 } }), -1),
        at(212, 790, 2.75, K.hinataBack()),
        at(402, 762, 2.7, K.meiBack()),
        at(560, 716, 2, K.konBack()),
      ) +
      p("M-10 704Q60 688 150 704T330 708T520 710T720 706T980 698V740H-10Z", "#1e1d47"),
    [
      [0, "#1d1842"],
      [0.22, "#3a2f78"],
      [0.42, "#6b3f83"],
      [0.56, "#b9536e"],
      [0.68, "#ee7658"],
      [0.8, "#ffc27a"],
    ],
  ];
};
J.make = () => {
  const G = "sc-make-g";
  const X = 476,
    Y = 262;
  const mono = (svg) =>
    svg
      .replace(/#(1f6063|2f8073|447b6d|2a6d65)/g, "#e2bfa6")
      .replace(/#(58a583|e4512b|457d6b|c9474a)/g, "#f3cfa0")
      .replace(/#(8cc79a|ef7d4e|d9563f|8db88f)/g, "#fff1dc")
      .replace(/#(2b2257)/g, "#e0a98e")
      .replace(/#(5d3474)/g, "#e2bfa6")
      .replace(/#(7a4a86)/g, "#f6dcbc")
      .replace(/#(341f52|a33f39|4b2c49|86373f|5a2f4f)/g, "#e0a98e")
      .replace(/#(8f4472|bfa2a2)/g, "#e2bfa6")
      .replace(/#(f58a5c|ffa765)/g, "#f3cfa0")
      .replace(/#fbe9cf/g, "#fff6e4")
      .replace(/#ffc27a/g, "#e2bfa6");
  const island =
    isle(X, Y, 440, 190, 5, { hill: 1.2 }) +
    pine(X - 150, Y - 16, 1.5) +
    pine(X - 112, Y - 22, 1.05) +
    house(X - 58, Y - 22, 1.5) +
    bigTree(X + 54, Y - 26, 1.25) +
    pine(X + 124, Y - 18, 1.3) +
    house(X + 162, Y - 4, 1, "#6b3f83") +
    tree(X - 190, Y - 6, 0.9);
  const defs =
    lin("sc-make-b", [
      [0, "#ffe6bd;stop-opacity:0"],
      [1, "#ffe6bd"],
    ])
      .replace(/stop-color="#ffe6bd;stop-opacity:0"/, 'stop-color="#ffe6bd" stop-opacity="0"')
      .replace('stop-color="#ffe6bd"/>', 'stop-color="#ffe6bd" stop-opacity=".75"/>') +
    `<clipPath id="sc-make-l"><path d="M0 0H${X - 26}L${X + 10} 80L${X - 34} 150L${X + 4} 215L${X - 30} 280L${X + 12} 350L${X - 20} 420L${X} 520H0Z"/></clipPath>`;
  const lampX = 728;
  const wall =
    r(0, 0, 960, 720, 0, "#2b2257") +
    c(580, 210, 430, "#3d2a66") +
    c(560, 220, 330, "#5a2a68") +
    c(538, 230, 236, "#8f4472") +
    c(528, 236, 160, "#b9536e");
  const win = g(
    "translate(28 26) scale(.84)",
    p("M0 290V100A92 92 0 0 1 184 100V290Z", "#1e1d47") +
      p("M14 278V100A78 78 0 0 1 170 100V278Z", "url(#sc-make-s)") +
      c(118, 96, 26, "#ffe6bd") +
      `<g transform="translate(60 190) scale(.62)">${K.far(0, 0, 1, 1, 1)}</g>` +
      r(88, 22, 8, 256, 0, "#1e1d47") +
      r(14, 160, 156, 8, 0, "#1e1d47") +
      r(-12, 284, 208, 14, 4, "#4b2c49") +
      r(-12, 284, 208, 5, 2, "#6b3f83"),
  );
  const shelf = g(
    "translate(748 196)",
    r(-10, 92, 240, 12, 3, "#4b2c49") +
      r(-10, 92, 240, 4, 2, "#8a5a3f") +
      r(4, 34, 18, 58, 4, CR) +
      r(4, 34, 7, 58, 3, "#f3cfa0") +
      r(26, 22, 18, 70, 4, "#f0a04b") +
      r(26, 22, 7, 70, 3, "#b27a43") +
      r(48, 44, 18, 48, 4, "#7fe3c4") +
      r(48, 44, 7, 48, 3, "#58a583") +
      g(
        "translate(104 92)",
        p("M-16 0L-10-58H10L16 0Z", CR) +
          p("M-16 0L-10-58H-4L-8 0Z", "#f3cfa0") +
          p("M-12.500-34H12.500L11-48H-11Z", EMB) +
          p("M-15.200-8H15.200L14-22H-14Z", EMB) +
          r(-9, -72, 18, 14, 1, "#ffc27a") +
          p("M-13-72L0-88L13-72Z", EMB),
      ) +
      r(140, 56, 52, 36, 3, "#6b3f83") +
      r(140, 56, 16, 36, 3, "#4f2a54") +
      r(148, 66, 36, 6, 3, APR),
  );
  const lamp =
    s(`M${lampX} -10V66`, "#14172e", 5) +
    p(`M${lampX - 14} 118L${X - 230} 560H${X + 430}L${lampX + 14} 118Z`, "#ffc27a", 0.13) +
    glow(G, lampX, 130, 120) +
    c(lampX, 116, 17, "#fff1dc") +
    p(
      `M${lampX - 74} 116C${lampX - 66} 72 ${lampX - 32} 60 ${lampX} 60S${lampX + 66} 72 ${lampX + 74} 116Z`,
      EMB,
    ) +
    p(
      `M${lampX - 74} 116C${lampX - 66} 72 ${lampX - 32} 60 ${lampX} 60C${lampX - 24} 72 ${lampX - 34} 92 ${lampX - 36} 116Z`,
      "#b53a3c",
    ) +
    p(`M${lampX - 17} 116a17 17 0 0 0 34 0Z`, "#fff1dc") +
    r(lampX - 16, 52, 32, 12, 3, "#4b2c49");
  const table =
    p("M-20 512H980V668H-20Z", "#b57a4f") +
    p("M-20 512H980V524H-20Z", "#8a5a3f") +
    s("M-20 556H960M-20 604H960", "#8a5a3f", 3) +
    p("M-20 650H980V676H-20Z", "#f0a04b") +
    p("M-20 674H980V740H-20Z", "#5a2f4f") +
    p("M-20 674H980V690H-20Z", "#4b2c49");
  const paper =
    g("translate(-6 9)", p("M206 536H766L858 634H96Z", INK, 0.25)) +
    p("M206 532H766L858 630H96Z", "#fff1dc") +
    p("M206 532H330L250 630H96Z", "#f3cfa0") +
    // the hole it rises from, and folds
    p("M330 556L392 546H560L640 558L668 590L588 612H400L310 592Z", "#5a2f4f") +
    p("M346 560L398 552H556L626 562L650 588L582 605H408L330 588Z", "#8f4472") +
    p("M372 566L420 560H548L600 568L618 585L566 597H424L360 586Z", "#f58a5c") +
    p("M410 572H556L580 581L556 590H424L396 581Z", "#ffe6bd") +
    p("M330 556L310 592L262 606L286 560Z", "#fff6e4") +
    p("M330 556L310 592L300 598L318 556Z", "#e2bfa6") +
    p("M640 558L668 590L724 600L692 556Z", "#fff6e4") +
    p("M640 558L668 590L684 592L658 557Z", "#f3cfa0") +
    `<path d="M226 552L170 612M746 548L806 612" fill="none" stroke="#e0a98e" stroke-width="2.500" stroke-dasharray="9 8"/>`;
  const beam =
    p("M392 581L296 330H664L584 581Z", "url(#sc-make-b)") +
    p("M424 581L380 380H580L552 581Z", "url(#sc-make-b)");
  const tri = (x, y, a, col) => g(`translate(${x} ${y}) rotate(${a})`, p("M-16 6L4-8L14 8Z", col));
  const paperIsle =
    p("M278 520L290 428Q330 416 376 430L366 520Z", CR) +
    p("M278 520L290 428Q300 425 310 423L300 520Z", "#f3cfa0") +
    `<path d="M318 478V456L336 440L354 456V478" fill="none" stroke="#e0a98e" stroke-width="2.500" stroke-dasharray="6 5"/>`;
  const baby = tree(716, 480, 1.9, 1);
  const scraps =
    tri(150, 596, 20, "#e4512b") +
    tri(92, 566, -30, "#58a583") +
    tri(818, 648 - 8, 160, "#ffc27a") +
    tri(896, 604, 40, "#7fe3c4") +
    tri(878, 560, 100, "#e4512b") +
    tri(254, 642, 10, "#ffc27a") +
    tri(560, 640, 190, "#58a583");
  const pot = g(
    "translate(62 560)",
    g("rotate(-12)", r(-14, -66, 5, 60, 2, "#ffc27a") + p("M-16-66h9l-2-18q-3-4-5 0Z", "#fff1dc")) +
      g("rotate(10)", r(2, -72, 5, 66, 2, "#e4512b") + p("M0-72h9l-4.500-12Z", "#f3cfa0")) +
      r(-3, -60, 5, 56, 2, "#7fe3c4") +
      p("M-26-34H26L20 8Q0 14-20 8Z", "#2f8073") +
      p("M-26-34H-8L-8 11Q-15 10-20 8Z", "#1f6063") +
      e(0, -34, 26, 6, "#58a583"),
  );
  const rollP = g(
    "translate(868 646) rotate(-8)",
    r(-84, -15, 168, 30, 13, CR) +
      r(-84, 3, 168, 12, 6, "#f3cfa0") +
      e(80, 0, 9, 15, "#f3cfa0") +
      e(80, 0, 4, 7, "#b27a43") +
      r(-20, -15, 16, 30, 0, EMB),
  );
  const ruler = g(
    "translate(452 648) rotate(-2)",
    p("M-90-9H90V9H-90Z", "#ffc27a") +
      s("M-80-9v8M-64-9v5M-48-9v8M-32-9v5M-16-9v8M0-9v5M16-9v8M32-9v5M48-9v8M64-9v5M80-9v8", "#b27a43", 2),
  );
  return [
    defs,
    wall +
      sheet(G, win) +
      sheet(G, shelf) +
      lamp +
      sheet(G, paperIsle, at(122, 624, 2.5, K.ren({ pose: "cut" }))) +
      sheet(G, baby, at(812, 612, 2.6, K.mei({ pose: "place", withKite: 0 }), -1)) +
      table +
      paper +
      sheet(G, pot, scraps, rollP, ruler) +
      beam +
      sheet(G, island) +
      `<g clip-path="url(#sc-make-l)">${mono(island)}</g>`,
    [
      [0, "#2a2562"],
      [0.5, "#6b3f83"],
      [0.8, "#ee7658"],
      [1, "#ffc27a"],
    ],
  ];
};
J.decide = () => {
  const G = "sc-decide-g",
    X = 512,
    Y = 318,
    lan = useL("sc-decide-l");
  // roofs
  const big = g(
    `translate(${X} ${Y}) scale(2.05)`,
    e(0, 4, 64, 74, "#ff7a59") +
      p("M-30-58C-54-42-62-20-62 4C-62 30-52 54-32 68C-44 48-48 28-48 4C-48-20-44-42-30-58Z", "#d75846") +
      p("M0-70C-32-58-46-26-46 4S-32 66 0 78C32 66 46 34 46 4S32-58 0-70Z", "#ffb25e") +
      e(0, 4, 28, 74, "#ffe6bd") +
      p("M30-58C54-42 62-20 62 4C62 30 52 54 32 68C44 48 48 28 48 4C48-20 44-42 30-58Z", "#ffc27a") +
      s("M-56-26Q0-12 56-26M-63 8Q0 24 63 8M-55 40Q0 54 55 40", "#e8743f", 1.4) +
      r(-25, -76, 50, 11, 3, "#4b2c49") +
      r(-25, -76, 50, 4, 2, "#8a5a3f") +
      r(-23, 72, 46, 9, 3, "#4b2c49"),
  );
  const st = (x, y, rot, col, sh, mk) => strip(X + x, Y + y, rot, 1.75, col, sh, mk);
  const A = [CR, "#f3cfa0", EMB],
    B = ["#7fe3c4", "#58a583", "#174a55"],
    C = ["#fff6e4", "#e2bfa6", "#2f8073"],
    D = ["#f0623c", "#b53a3c", "#fff1dc"];
  const votes =
    st(-88, -37, 8, ...C) +
    st(-46, -29, 3, ...A) +
    st(2, -27, -2, ...D) +
    st(46, -30, -4, ...C) +
    st(86, -38, -8, ...A) +
    st(-70, 39, 5, ...C) +
    st(-26, 45, 1, ...A) +
    st(24, 45, -2, ...B) +
    st(70, 38, -5, ...A);
  const sl = (x, y, k) => lan(x, y, k);
  const sky = r(0, 0, 960, 720, 0, "url(#sc-decide-s)");
  const hs = house(0, 0, 1)
    .replace(/#fbe9cf/g, "#4a2f6c")
    .replace(/#bfa2a2/g, "#341f52")
    .replace(/#e4512b/g, "#b53a3c")
    .replace(/#a33f39/g, "#5a2f4f")
    .replace(/#86373f/g, "#5a2f4f")
    .replace(/#5a2f4f"\/><rect/, '#2b2257"/><rect');
  const hd = `<g id="sc-decide-h">${hs}${p("M51.500-31L57-31L36-57L34-56.700Z", "#f0a04b")}</g>`,
    U = (x, y, k, f = 1) =>
      `<use href="#sc-decide-h" transform="translate(${x} ${y}) scale(${k * f} ${k})"/>`;
  return [
    hd + lanDef("sc-decide-l", G).replace("</g>", strip(0, 27, 4, 0.62) + "</g>"),
    sky +
      stars([
        [70, 50, 2],
        [190, 90, 1.5],
        [300, 40, 1.5],
        [640, 60, 2],
        [760, 110, 1.5],
        [900, 60, 2],
        [850, 190, 1.5],
        [40, 170, 1.5],
        [120, 260, 1.5],
        [930, 290, 1.5],
        [560, 30, 1.5],
      ]) +
      halo(G, X, Y, 330) +
      far(820, 250, 0.8, -1, 2) +
      cloud(-80, 350, 0.9, "#8f4472") +
      cloud(690, 380, 0.9, "#8f4472", 1) +
      // far roofs
      `<g opacity=".6">${U(282, 520, 1.2) + U(150, 500, 1) + U(706, 520, 1.2, -1) + U(800, 496, 1, -1)}</g>` +
      cloud(-40, 470, 1, "#6b3f83") +
      cloud(660, 478, 1, "#6b3f83") +
      p("M-10 592C200 572 420 584 512 584S820 572 980 590V740H-10Z", "#3d2a66") +
      U(196, 606, 1.75) +
      U(34, 616, 2.5) +
      U(800, 604, 1.75, -1) +
      U(950, 612, 2.5, -1) +
      sl(84, 296, 1.7) +
      sl(232, 196, 1.05) +
      sl(168, 108, 0.7) +
      sl(724, 228, 1.3) +
      sl(846, 104, 1) +
      sl(660, 96, 0.72) +
      sl(312, 92, 0.5) +
      sl(900, 330, 1.9) +
      sl(804, 40, 0.5) +
      // terrace
      p("M-10 650C160 604 330 590 490 590S820 606 980 650V740H-10Z", "#4a2f6c") +
      e(X, 630, 330, 44, "#6b3f83") +
      e(X, 626, 270, 34, "#8f4472") +
      e(X, 622, 200, 24, "#cf6650") +
      e(X, 620, 140, 15, "#f58a5c") +
      glow(G, X, Y, 300) +
      sheet(G, at(336, 606, 1.74, K.yuki({ pose: "wave" })), at(692, 606, 1.74, K.nagi(), -1)) +
      // stand
      p(
        `M${X - 54} 486L${X - 96} 622H${X - 78}L${X - 34} 486ZM${X + 54} 486L${X + 96} 622H${X + 78}L${X + 34} 486Z`,
        "#4b2c49",
      ) +
      r(X - 70, 478, 140, 14, 5, "#8a5a3f") +
      r(X - 70, 478, 140, 5, 2, "#b57a4f") +
      sheet(G, big) +
      sheet(G, votes) +
      glow(G, 262, 424, 90) +
      sheet(G, at(126, 690, 2.1, K.akari({ pose: "up" })), at(838, 694, 2.2, K.hinata({ pose: "up" }), -1)) +
      strip(411, 432, -8, 1.5, ...B) +
      strip(754, 480, 8, 1.6, ...A),
    [
      [0, "#14172e"],
      [0.34, "#2a2562"],
      [0.62, "#5a3a80"],
      [0.86, "#b9536e"],
      [1, "#ee7658"],
    ],
  ];
};
for (const n in J) {
  if (only && only !== n) continue;
  const [d, b, st] = J[n]();
  save(n, 960, 720, d + lin("sc-" + n + "-s", st), b, 32, undefined, 1.5);
}
