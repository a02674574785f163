import type { CSSProperties } from "react";

/** Most windows of the island that can be lit: each counts one post. */
export const MOST_WINDOWS = 12;

/** Windows of the houses in the order in which they light, one of each house first: x, y, width, height. */
const windows = [
  [366, 397.1, 14.9, 18.4],
  [628.3, 396.2, 15.8, 19.7],
  [515, 325.4, 12, 16.3],
  [389.4, 278.4, 7.2, 10.2],
  [299, 396.1, 10.8, 19.4],
  [675.6, 395.4, 10.5, 20.9],
  [550.6, 325, 7.8, 17.3],
  [410.4, 278.3, 4.5, 10.8],
  [271.7, 391.7, 10.8, 19.4],
  [702.2, 391.2, 10.5, 20.9],
  [421.8, 276.4, 4.5, 10.8],
  [625.5, 329.2, 10.6, 8],
] as const;

/** Lanterns in the order in which Akari lights them: x, y of the upper edge, scale. */
export const lanterns = [
  [164, 402, 1.5],
  [299, 414, 1.5],
  [462, 425, 1],
  [488, 432, 1],
  [514, 432, 1],
  [540, 425, 1],
  [756, 411, 1.5],
  [826, 404, 1.5],
] as const;

const order = (i: number) => ({ "--i": i }) as CSSProperties;

/** Draws the island's lights over it; CSS shows each by the hour (evening.css). `lit` is the number of lit windows. */
export function Lights({ lit }: { lit: number }) {
  return (
    <svg className="isle__lights" viewBox="-70 45 1010 955" aria-hidden="true">
      <defs>
        <radialGradient id="isle-glow">
          <stop />
          <stop offset=".4" />
          <stop offset="1" />
        </radialGradient>
        <g id="isle-flame">
          <path d="M-4 2q-7 8 0 16h8q6-8 0-16z" />
          <path d="M-2 2q-3 8 0 16h4q3-8 0-16z" />
        </g>
      </defs>
      <g className="rock-lights">
        <ellipse cx="490" cy="650" rx="250" ry="220" fill="url(#isle-glow)" opacity=".6" />
        <path d="M206 615v-12a9 9 0 0 1 18 0v12zm34-46v-6a5 5 0 0 1 11 0v6zm523 11v-11a8 8 0 0 1 17 0v11zm39-31v-6a5 5 0 0 1 11 0v6zm-63 71v-5a5 5 0 0 1 9 0v5z" />
        <rect x="440" y="92" width="30" height="32" rx="2" />
        <path className="rock-lights__bars" d="M455 92v32m-8-32v32m16-32v32" />
        <circle cx="-36" cy="400" r="40" fill="url(#isle-glow)" />
        <use href="#isle-flame" transform="translate(-36 385)scale(1.45)" />
      </g>
      <g className="windows">
        {windows.slice(0, lit).map(([x, y, width, height]) => (
          <g key={x}>
            <circle cx={x + width / 2} cy={y + height / 2} r={height * 1.15} fill="url(#isle-glow)" />
            <rect x={x} y={y} width={width} height={height} rx="1.4" />
          </g>
        ))}
      </g>
      <g className="lamps">
        {lanterns.map(([x, y, scale], i) => (
          <use
            key={x}
            href="#isle-flame"
            transform={`translate(${x} ${y})scale(${scale})`}
            style={order(i)}
          />
        ))}
      </g>
    </svg>
  );
}

const farIsle = (
  <g id="far-isle">
    <path className="far-isle__rock" d="m-60 0 16 30 10-4 20 40 12-12L8 70l14-36 14 2L58 0Z" />
    <path className="far-isle__top" d="M-64 0q14-10 34-9 12-17 32-18 20 1 28 16 22 1 34 11Q0 14-64 0" />
    <path className="far-isle__rock" d="M-34-9v-15l12-12 12 12v15zM12-18l9-28 9 28zm14 4 7-20 7 20z" />
    <path className="far-light" d="M-25-12v-8h6v8z" />
  </g>
);

/** Draws far islands, clouds with round ends and birds, in the colours of the hour. */
export function FarSky() {
  return (
    <svg className="isle__sky" viewBox="-520 -120 1800 1320" aria-hidden="true">
      <defs>{farIsle}</defs>
      <use href="#far-isle" transform="translate(176 236)scale(0.82)" />
      <use href="#far-isle" transform="translate(52 640)scale(0.95)" />
      <use href="#far-isle" transform="translate(962 190)scale(0.9)" />
      <path
        className="birds"
        d="M104 152q7-1 11 5 4-6 11-5M144 138q6-1 9 4 4-5 10-4M160 166q5-1 8 3 3-4 8-3"
      />
      <path
        className="cloud"
        d="M37 704h296a17 17 0 0 1 0 34h-296a17 17 0 0 1 0-34zM100 737h150v1.5a6 6 0 0 0 0 12v1.5h-150v-1.5a6 6 0 0 0 0-12zM-23 751h266a17 17 0 0 1 0 34h-266a17 17 0 0 1 0-34zM-134 792h218a16 16 0 0 1 0 32h-218a16 16 0 0 1 0-32zM837 690h296a17 17 0 0 1 0 34h-296a17 17 0 0 1 0-34zM900 723h150v1.5a6 6 0 0 0 0 12v1.5h-150v-1.5a6 6 0 0 0 0-12zM777 737h266a17 17 0 0 1 0 34h-266a17 17 0 0 1 0-34zM1027 300h296a17 17 0 0 1 0 34h-296a17 17 0 0 1 0-34zM1090 333h150v1.5a6 6 0 0 0 0 12v1.5h-150v-1.5a6 6 0 0 0 0-12zM967 347h266a17 17 0 0 1 0 34h-266a17 17 0 0 1 0-34z"
      />
      <path
        className="cloud cloud--low"
        d="M-20 846h430a20 20 0 0 1 0 40h-430a20 20 0 0 1 0-40zM90 885h200v1.5a6 6 0 0 0 0 12v1.5h-200v-1.5a6 6 0 0 0 0-12zM-190 899h480a20 20 0 0 1 0 40h-480a20 20 0 0 1 0-40zM660 830h660a20 20 0 0 1 0 40h-660a20 20 0 0 1 0-40zM760 869h420v1.5a6 6 0 0 0 0 12v1.5h-420v-1.5a6 6 0 0 0 0-12zM580 883h720a20 20 0 0 1 0 40h-720a20 20 0 0 1 0-40z"
      />
    </svg>
  );
}
