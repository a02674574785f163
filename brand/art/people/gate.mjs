/** Replaces a part of a drawing; throws if it is not there, because the scene was drawn anew. */
function swap(svg, part, by) {
  if (!svg.includes(part)) throw new Error(`gate: ${part.slice(0, 60)} is not in the drawing`);
  return svg.replace(part, by);
}

/** A round end of the grass. @param side 1 for the left end, -1 for the right one */
const end = (x, y, side) =>
  `M${x} ${y}c${-side * 9} .5 ${-side * 14} 7 ${-side * 14} 14 0 8 ${side * 5} 13 ${side * 12} 13 ${side * 7} 0 ${side * 12.5}-5 ${side * 12.5}-11v-15z`;
const ends = (y) => end(1191, y, 1) + end(1569, y, -1);

const FAR = '<g transform="matrix(.56 0 0 .56 1528 186)">';

/**
 * Finishes the gate of the account pages: wall and grass end round, the maple stands whole on the grass.
 *
 * @param svg the optimised drawing with the viewBox "1036 18 588 460"
 */
export function finishGate(svg) {
  const wall = [
    ["M1424 322v-60q0-8 8-10l128 16q12 2 12 12v42Z", "M1424 322v-60q0-8 8-10l98 12q20 3 20 22v36Z"],
    [
      "M1424 262q0-8 8-10l128 16q12 2 12 12v4l-148-16Z",
      "M1424 262q0-8 8-10l98 12q20 3 20 22v2q-2-12-20-14l-106-13Z",
    ],
  ];
  let out = svg;
  for (const [part, by] of wall) out = swap(out, part, by);
  const lip = '<path fill="#58a583" d="M1190 324';
  const grass = `<path fill="#14172e" d="${ends(329)}" opacity=".3"/><path fill="#58a583" d="${ends(324)}"/>`;
  out = swap(out, lip, grass + lip);
  out = swap(
    out,
    "M1190 324q190 15 380 0-4 7-19 8-171 14-342 0-15-1-19-8",
    "M1184 327q5-4 9-3 187 13 374 0 4-1 9 3-4 5-25 5-171 14-342 0-21 0-25-5",
  );
  return swap(out, "matrix(.62 0 0 .62 1556 318)", "matrix(.62 0 0 .62 1552 326)");
}

/** The gate of the sign-up: without the far island, where the member's own island grows. */
export function finishSignUpGate(svg) {
  const at = svg.indexOf(FAR);
  if (at === -1) throw new Error("gate: the far island is not in the drawing");
  return finishGate(svg.slice(0, at) + svg.slice(svg.indexOf("</g>", at) + 4));
}
