/**
 * Draws the three pictures of /introduction in cut paper, into public/art:
 *
 *   npx tsx app/art/introduction/draw.ts
 *
 * Islands come from app/art/hero/parts, coins from public/art.
 */
import {
  H,
  W,
  art,
  bars,
  coin,
  dice,
  file,
  glow,
  hardShadow,
  lantern,
  n,
  part,
  seated,
  sky,
  standing,
  stars,
} from "../paper";

// ---- Conference: arch behind arch, the stage in the light, the audience in the dark ----
{
  const arch = (w: number) => `M${360 - w} 640V350a${w} ${w} 0 0 1 ${2 * w} 0V640z`;
  const sheets = [
    [168, "#f58a5c"],
    [206, "#cf5f5f"],
    [246, "#8f4472"],
    [288, "#5d3474"],
    [330, "#3d2a66"],
  ] as const;
  const roll = dice(7);
  const row = (y: number, s: number, gap: number, colour: string, from: number) => {
    let out = "";
    for (let x = from; x < W + gap; x += gap) {
      out += seated(
        x + (roll() - 0.5) * gap * 0.22,
        y + roll() * 8,
        s * (0.94 + roll() * 0.12),
        colour,
        Math.floor(roll() * 5),
      );
    }
    return out;
  };
  const string = (x1: number, y1: number, x2: number, y2: number, sag: number, count: number, s: number) => {
    const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2 + sag];
    let out = `<path d="M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}" fill="none" stroke="#14172e" stroke-width="2.500"/>`;
    for (let i = 1; i <= count; i++) {
      const t = i / (count + 1);
      const at = (a: number, m: number, b: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * m + t * t * b;
      out += lantern(at(x1, mx, x2), at(y1, my, y2) + 4, s, i % 2 ? "#ff7a59" : "#ffb25e");
    }
    return out;
  };
  const bubble = (x: number, y: number, fill: string, tail: 1 | -1) =>
    `<g filter="url(#cut)"><path d="M${x - 46} ${y - 26}h92a26 26 0 0 1 0 52h-${tail > 0 ? 62 : 22}l${tail > 0 ? -12 : 12} 20l-${tail > 0 ? 6 : 18}-20h-${tail > 0 ? 12 : 64}a26 26 0 0 1 0-52z" fill="${fill}"/></g><g fill="#14172e"><circle cx="${x - 24}" cy="${y}" r="6"/><circle cx="${x}" cy="${y}" r="6"/><circle cx="${x + 24}" cy="${y}" r="6"/></g>`;

  file(
    "introduction-conference",
    "A stage on an island, and its audience",
    `<defs>${glow("lamp", "#ffc27a", 0.55)}${glow("light", "#fff6e0", 1)}${hardShadow("cut", 3, 8, "#14172e", 0.32)}${sky(
      "s",
      [
        [0, "#ffc27a"],
        [1, "#ff9a6b"],
      ],
    )}</defs>` +
      `<rect width="${W}" height="${H}" fill="url(#s)"/><circle cx="360" cy="330" r="220" fill="url(#light)"/>` +
      // What they talk about hovers above the stage.
      `<ellipse cx="360" cy="456" rx="86" ry="13" fill="#f58a5c" opacity=".45"/>` +
      art(part("island-3"), "k", 283, 214, 154) +
      `<path d="M150 478h420v140H150z" fill="#cf5f5f"/><path d="M150 478h420v12H150z" fill="#ffe6bd"/><path d="M186 500h348v12H186z" fill="#97405a"/>` +
      standing(252, 480, 1.25, "#3d2a66") +
      `<path d="M264 440h40l-5 40h-30z" fill="#7a3556"/><path d="M260 434h48v8h-48z" fill="#5a2f4f"/>` +
      standing(470, 480, 1.18, "#5a2f4f") +
      `<path d="M462 440l-26-16" stroke="#5a2f4f" stroke-width="8" stroke-linecap="round"/>` +
      sheets
        .map(
          ([w, fill]) =>
            `<path d="M-20-20H740V640H-20z${arch(w)}" fill="${fill}" fill-rule="evenodd" filter="url(#cut)"/>`,
        )
        .join("") +
      stars(90, 330, 11, (x, y) => Math.hypot(x - 360, y - 350) > 345) +
      string(-10, 96, 360, 40, 90, 4, 0.92) +
      string(360, 40, 730, 96, 90, 4, 0.92) +
      row(500, 0.62, 62, "#7a3556", 20) +
      row(540, 0.84, 84, "#4a2757", -16) +
      bubble(196, 330, "#ffe6bd", 1) +
      bubble(548, 372, "#7fe3c4", -1) +
      row(600, 1.16, 116, "#1d1842", 30),
  );
}

// ---- Make your contents: an island is cut from a sheet and rises ----
{
  const outline =
    "M-150-30C-120-46-96-52-70-62L-66-62C-50-90-20-104 10-104C46-104 74-80 92-54C120-48 140-40 156-28C160-16 150-2 138 2L120 40L96 36L76 84L52 72L30 116L2 150L-22 106L-52 116L-72 64L-98 70L-116 20L-140 6C-152-2-158-18-150-30Z";
  const piece = (body: string, x: number, y: number, turn: number, s = 1) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${s})" filter="url(#small)">${body}</g>`;
  const house = `<path d="M-34 30V-8L0-42L34-8V30z" fill="#fbe9cf"/><path d="M-44-2L0-50L44-2L36 6L0-34L-36 6z" fill="#e4512b"/><path d="M-10 30V10a10 10 0 0 1 20 0v20z" fill="#5a2f4f"/><rect x="-26" y="-2" width="12" height="14" rx="2" fill="#ffc27a"/>`;
  const pine = `<rect x="-4" y="30" width="8" height="16" fill="#5a2f4f"/><path d="M0-48L18-18H9L26 8H14L32 34H-32L-14 8H-26L-9-18H-18z" fill="#2a6d65"/>`;
  const tree = `<rect x="-4" y="14" width="8" height="32" rx="3" fill="#5a2f4f"/><circle cy="-6" r="30" fill="#e8743f"/><path d="M-18-6a20 20 0 0 1 26-18a34 34 0 0 0-26 18z" fill="#f5b569"/>`;
  file(
    "introduction-make",
    "A sheet of paper, scissors, and an island that was cut from it",
    `<defs>${glow("lamp", "#ffc27a", 0.55)}${hardShadow("cut", 10, 16, "#a3543c", 0.42)}${hardShadow("small", 4, 7, "#a3543c", 0.42)}${sky(
      "hole",
      [
        [0, "#1f1d4b"],
        [0.5, "#6b3f83"],
        [1, "#ee7658"],
      ],
    )}<clipPath id="o"><path d="${outline}"/></clipPath></defs>` +
      `<rect width="${W}" height="${H}" fill="#f7cdb5"/>` +
      bars(-120, 60, 1.5, "#fbdcc8") +
      `<path d="M740 470H500a20 20 0 0 0 0 40h90a7 7 0 0 1 0 14H420a20 20 0 0 0 0 40H740z" fill="#f2bc9f"/>` +
      // The sheet, with the hole that the island left
      `<g transform="rotate(-6 270 360)"><rect x="46" y="176" width="430" height="372" rx="10" fill="#fffaf1" filter="url(#cut)"/>` +
      `<g stroke="#eadcc6" stroke-width="1.500">${Array.from({ length: 10 }, (_, i) => `<path d="M${80 + i * 40} 176V548"/>`).join("")}${Array.from({ length: 9 }, (_, i) => `<path d="M46 ${208 + i * 40}H476"/>`).join("")}</g>` +
      `<g transform="translate(236 384) scale(1.120)"><g clip-path="url(#o)"><rect x="-180" y="-130" width="360" height="300" fill="url(#hole)"/><g transform="translate(0 0)">${stars(
        26,
        90,
        5,
      )
        .replaceAll(/cx="([\d.]+)"/g, (_, x: string) => `cx="${n(Number(x) * 0.44 - 160)}"`)
        .replaceAll(
          /cy="([\d.]+)"/g,
          (_, y: string) => `cy="${n(Number(y) - 104)}"`,
        )}</g><path d="M-200-160H200V200H-200z${outline}" fill="#14172e" opacity=".38" fill-rule="evenodd" transform="translate(7 12)"/></g></g>` +
      `<g fill="none" stroke="#b98f6f" stroke-width="2.500" stroke-dasharray="8 8" stroke-linecap="round"><circle cx="408" cy="246" r="36"/><path d="M92 244h60M92 244l30-36l30 36v44h-60z"/><path d="M398 470c24-30 44-16 42 18c-2 26-52 34-60 6"/></g></g>` +
      // The island that rises from it
      art(part("island-2"), "m", 300, 22, 400, 'overflow="visible" filter="url(#cut)"') +
      `<g fill="none" stroke="#fffaf1" stroke-width="3" stroke-linecap="round" stroke-dasharray="2 12"><path d="M300 300q-6-60 26-104"/><path d="M470 470q70-10 96-70"/></g>` +
      // Scissors, open, on their way
      `<g transform="translate(520 520) rotate(-62)" filter="url(#small)"><g transform="rotate(13)"><path d="M-8 10L-2-118q6-6 10 4L10 10z" fill="#e9e4ee"/><path d="M2 10L4-116l4 2L10 10z" fill="#bdb5cf"/><circle cx="-18" cy="38" r="22" fill="none" stroke="#e4512b" stroke-width="13"/></g><g transform="rotate(-13)"><path d="M8 10L2-118q-6-6-10 4L-10 10z" fill="#fffaf1"/><path d="M-2 10L-4-116l-4 2L-10 10z" fill="#d6cfe2"/><circle cx="18" cy="38" r="22" fill="none" stroke="#e4512b" stroke-width="13"/></g><circle r="6" fill="#5a2f4f"/></g>` +
      piece(house, 634, 428, 12, 0.92) +
      piece(pine, 636, 542, -10, 0.86) +
      piece(tree, 84, 120, -8, 0.95) +
      piece(
        `<path d="M-90-9H74v18H-90z" fill="#ffc27a"/><path d="M-90-9H74v6H-90z" fill="#ffd9a0"/><path d="M74-9L100 0L74 9z" fill="#fbe9cf"/><path d="M91-3L100 0L91 3z" fill="#14172e"/><path d="M-90-9h-12q-10 9 0 18h12z" fill="#e4512b"/>`,
        220,
        96,
        148,
        0.95,
      ) +
      lantern(668, 300, 1.1),
  );
}

// ---- Play-based rewards: from islet to islet, along an arc of coins ----
{
  const islet = (x: number, y: number, w: number, id: string) => {
    const p = (points: [number, number][]) => points.map(([a, b]) => `${n(a * w)} ${n(b * w)}`).join("L");
    const cut = (s: number) => {
      const c: [number, number][] = [
        [-0.3, 0.07],
        [-0.2, 0.2],
        [-0.09, 0.32],
        [0.01, 0.46],
        [0.1, 0.3],
        [0.2, 0.18],
        [0.3, 0.07],
        [0, 0.09],
      ];
      return `M${p(c.map(([a, b]) => [a * s, 0.06 + b * s]))}Z`;
    };
    const scallops = Array.from({ length: 9 }, (_, i) => {
      const a = -0.46 + i * 0.115;
      return `<circle cx="${n(a * w)}" cy="${n((0.035 + (i % 3) * 0.008) * w)}" r="${n(0.052 * w)}"/>`;
    }).join("");
    return (
      `<g transform="translate(${x} ${y})"><path d="M${p([
        [-0.5, 0],
        [-0.43, 0.2],
        [-0.33, 0.19],
        [-0.23, 0.42],
        [-0.14, 0.38],
        [0, 0.68],
        [0.1, 0.46],
        [0.2, 0.44],
        [0.3, 0.22],
        [0.42, 0.2],
        [0.5, 0],
      ])}Z" fill="#231c4c"/>` +
      `<path d="M${p([
        [-0.46, 0],
        [-0.36, 0.15],
        [-0.26, 0.3],
        [-0.14, 0.34],
        [0.01, 0.58],
        [0.1, 0.38],
        [0.24, 0.32],
        [0.33, 0.15],
        [0.46, 0],
      ])}Z" fill="#3d2a66"/>` +
      `<g clip-path="url(#${id})"><path d="${cut(1)}" fill="#8f4472"/><path d="${cut(0.72)}" fill="#cf5f5f"/><path d="${cut(0.46)}" fill="#ffc27a"/></g>` +
      `<clipPath id="${id}"><rect x="${n(-w / 2)}" y="0" width="${n(w)}" height="${n(w)}"/></clipPath>` +
      `<g fill="#14172e" opacity=".3" transform="translate(2 5)">${scallops}</g><g fill="#58a583">${scallops}</g>` +
      `<path d="M${n(-0.51 * w)} 0Q0 ${n(-0.09 * w)} ${n(0.51 * w)} 0Q${n(0.46 * w)} ${n(0.05 * w)} 0 ${n(0.065 * w)}Q${n(-0.46 * w)} ${n(0.05 * w)} ${n(-0.51 * w)} 0z" fill="#8cc79a"/></g>`
    );
  };
  const coins = ["soria", "point", "soria-plus"] as const;
  const trail = (places: [number, number][]) =>
    places
      .map(
        ([x, y], i) =>
          `<g filter="url(#small)">${art(coin(coins[i % 3] ?? "soria"), `c${i}`, x - 25, y - 25, 50)}</g>`,
      )
      .join("");
  const mist =
    "M-20 620V572H96a6 6 0 0 0 0-12H70a20 20 0 0 1 0-40H330a20 20 0 0 1 0 40H300a6 6 0 0 0 0 12H520a6 6 0 0 0 0-12H500a20 20 0 0 1 0-40H740V620z";
  const flag = `<g transform="translate(604 238)"><rect x="-3" y="-86" width="6" height="88" rx="3" fill="#5a2f4f"/><path d="M3-84q24 12 52 0q-8 16 0 34q-28 12-52 0z" fill="#e4512b"/><path d="M3-84q12 6 24 5v35q-12 2-24-3z" fill="#ff7a59"/></g>`;
  file(
    "introduction-rewards",
    "Somebody leaps from islet to islet along an arc of coins",
    `<defs>${glow("lamp", "#ffc27a", 0.6)}${glow("light", "#fff6e0", 0.95)}${hardShadow("small", 2, 5, "#14172e", 0.34)}${hardShadow("cut", 4, 9, "#14172e", 0.28)}${sky(
      "s",
      [
        [0, "#12304a"],
        [0.38, "#1f6063"],
        [0.7, "#6db58f"],
        [1, "#ffe6bd"],
      ],
    )}</defs>` +
      `<rect width="${W}" height="${H}" fill="url(#s)"/>${stars(46, 240, 23)}` +
      `<circle cx="170" cy="150" r="150" fill="#ffe6bd" opacity=".08"/><circle cx="170" cy="150" r="108" fill="#ffe6bd" opacity=".12"/><circle cx="170" cy="150" r="72" fill="#ffe6bd"/><circle cx="146" cy="132" r="13" fill="#f7d3a0"/><circle cx="192" cy="168" r="19" fill="#f7d3a0"/><circle cx="188" cy="118" r="8" fill="#f7d3a0"/>` +
      bars(430, 40, 0.8, "#2f8073", 0.75) +
      bars(-90, 270, 0.8, "#3f947f", 0.75) +
      art(part("balloon"), "b", 318, 70, 66) +
      `<path d="M-20 620V520H190a22 22 0 0 1 0 44H120a7 7 0 0 0 0 14H470a7 7 0 0 0 0-14H430a22 22 0 0 1 0-44H740V620z" fill="#f3dcb2"/>` +
      islet(124, 456, 216, "i1") +
      islet(382, 396, 172, "i2") +
      islet(588, 244, 226, "i3") +
      // the prize: a chest full of light
      `<circle cx="540" cy="186" r="92" fill="url(#light)"/><g transform="translate(540 238)" filter="url(#small)"><path d="M-46-40h92v42h-92z" fill="#b57a4f"/><path d="M-46-40h92v12h-92z" fill="#8a5a3f"/><path d="M-52-42L-38-78H38L52-42z" fill="#8a5a3f"/><path d="M-38-46L-28-70H28L38-46z" fill="#ffe6bd"/><rect x="-8" y="-32" width="16" height="18" rx="4" fill="#ffc27a"/></g>` +
      `<g filter="url(#small)">${art(coin("soria"), "p1", 506, 136, 36)}${art(coin("point"), "p2", 538, 118, 38)}${art(coin("soria-plus"), "p3", 566, 142, 32)}</g>` +
      flag +
      trail([
        [272, 314],
        [326, 302],
        [376, 318],
        [424, 290],
        [464, 256],
        [474, 202],
      ]) +
      // the one who leaps
      `<g transform="translate(204 348) rotate(10)" filter="url(#small)"><path d="M-8-42q-34-4-52 14q22 0 48-2z" fill="#e4512b"/><path d="M-9-44c5-4 13-4 18 0l8 34h-32z" fill="#2b2257"/><path d="M-9-14L-30 10M12-14L36-2" stroke="#2b2257" stroke-width="10" stroke-linecap="round"/><path d="M6-38L32-58M-8-36L-28-44" stroke="#2b2257" stroke-width="8" stroke-linecap="round"/><circle cy="-58" r="14" fill="#2b2257"/><path d="M-15-60q4-16 20-13q12 3 11 12z" fill="#ffc27a"/></g>` +
      // trees and lanterns of the islets
      `<g transform="translate(72 446)"><rect x="-4" y="-40" width="8" height="40" rx="3" fill="#4b2c49"/><circle cy="-56" r="30" fill="#2f8073"/><path d="M-18-56a20 20 0 0 1 26-18a34 34 0 0 0-26 18z" fill="#729f84"/></g><g transform="translate(112 448)"><rect x="-3" y="-26" width="6" height="26" rx="3" fill="#4b2c49"/><circle cy="-36" r="19" fill="#f0a04b"/></g>` +
      `<g transform="translate(438 391)"><rect x="-3" y="-30" width="6" height="30" rx="3" fill="#4b2c49"/><circle cy="-42" r="21" fill="#e8743f"/><path d="M-12-42a14 14 0 0 1 18-13a24 24 0 0 0-18 13z" fill="#ef9761"/></g>` +
      `<path d="M682 243V190q0-12 12-12" fill="none" stroke="#4b2c49" stroke-width="5" stroke-linecap="round"/>${lantern(695, 184, 0.85)}` +
      // mist in front, the colour of paper
      `<g fill="#14172e" opacity=".14" transform="translate(0 -6)"><path d="${mist}"/></g><path d="${mist}" fill="#fff1dc"/>`,
  );
}
