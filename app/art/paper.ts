/**
 * Paper, scissors and light: what the drawings of app/art have in common. Sheets lie on one another, the dark
 * one in front, the light one behind, and each throws a hard shadow down and to the right.
 */
import { readFileSync, writeFileSync } from "node:fs";

/** The size of every picture, in units of its own. */
export const W = 720;
export const H = 600;

/** The same "random" numbers on every run. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
export const n = (value: number) => String(Math.round(value * 10) / 10);

/** A drawing of its own, at a place; its ids get a prefix so that two of them do not meet. */
export function art(
  file: string,
  prefix: string,
  x: number,
  y: number,
  width: number,
  attributes = "",
): string {
  const svg = readFileSync(file, "utf8");
  const box = /viewBox="([^"]+)"/.exec(svg)?.[1] ?? "";
  const [, , w = 1, h = 1] = box.split(" ").map(Number);
  const inner = svg
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, "")
    .replace(
      /\bid="([^"]+)"|url\(#([^)]+)\)|href="#([^"]+)"/g,
      (_, id?: string, use?: string, href?: string) =>
        id ? `id="${prefix}${id}"` : use ? `url(#${prefix}${use})` : `href="#${prefix}${href}"`,
    );
  return `<svg x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n((width * h) / w)}" viewBox="${box}" ${attributes}>${inner}</svg>`;
}
export const part = (name: string) => `app/art/hero/parts/${name}.svg`;
export const coin = (name: string) => `public/art/coin-${name}.svg`;

export const hardShadow = (id: string, dx: number, dy: number, colour: string, opacity: number) =>
  `<filter id="${id}" x="-20%" y="-20%" width="150%" height="150%"><feDropShadow dx="${dx}" dy="${dy}" stdDeviation="0" flood-color="${colour}" flood-opacity="${opacity}"/></filter>`;

export const sky = (id: string, stops: [number, string][]) =>
  `<linearGradient id="${id}" x2="0" y2="1">${stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join("")}</linearGradient>`;

export const glow = (id: string, colour: string, opacity: number) =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;

export function stars(
  count: number,
  height: number,
  seed: number,
  mayStand: (x: number, y: number) => boolean = () => true,
): string {
  const roll = dice(seed);
  return Array.from({ length: count }, () => {
    const [x, y, r, o] = [roll() * W, roll() * height, 0.8 + roll() * 1.2, 0.25 + roll() * 0.6];
    if (!mayStand(x, y)) return "";
    return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="#fff1dc" opacity="${n(o)}"/>`;
  }).join("");
}

/** A cloud as on Japanese screens: bars with round ends. */
export function bars(x: number, y: number, s: number, fill: string, opacity = 1): string {
  const bar = (dx: number, dy: number, w: number) =>
    `<rect x="${n(x + dx * s)}" y="${n(y + dy * s)}" width="${n(w * s)}" height="${n(26 * s)}" rx="${n(13 * s)}"/>`;
  return `<g fill="${fill}" opacity="${opacity}">${bar(90, 0, 200)}${bar(0, 35, 250)}${bar(150, 70, 260)}<rect x="${n(x + 130 * s)}" y="${n(y + 20 * s)}" width="${n(90 * s)}" height="${n(22 * s)}"/><rect x="${n(x + 180 * s)}" y="${n(y + 56 * s)}" width="${n(50 * s)}" height="${n(20 * s)}"/></g>`;
}

export function lantern(x: number, y: number, s: number, colour = "#e4512b", light = "lamp"): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(s)})"><circle cy="15" r="34" fill="url(#${light})"/><rect x="-6" y="-3" width="12" height="4" rx="1.500" fill="#3a2150"/><path d="M-8 1c-8 8-8 20 0 28h16c8-8 8-20 0-28z" fill="${colour}"/><path d="M-4 1c-4 8-4 20 0 28h8c4-8 4-20 0-28z" fill="#ffd9a0"/><rect x="-6" y="29" width="12" height="3.500" rx="1.500" fill="#3a2150"/></g>`;
}

/** Somebody standing, feet at (x, y), about 60 units high. */
export function standing(x: number, y: number, s: number, body: string, head = body): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(s)})"><path d="M-7-40c4-3 10-3 14 0l7 40h-28z" fill="${body}"/><circle cy="-49" r="9.500" fill="${head}"/></g>`;
}

/** Somebody sitting, seen from behind, with one of a few heads. */
export function seated(x: number, y: number, s: number, colour: string, look: number): string {
  const hats = [
    "",
    `<circle cx="0" cy="-66" r="7"/>`,
    `<path d="M-15-56L-13-72L-4-63zM15-56L13-72L4-63z"/>`,
    `<path d="M-20-54q20-8 40 0v5h-40zM-11-56v-10q11-7 22 0v10z"/>`,
    `<path d="M-15-48q-6 18 2 24h26q8-6 2-24z"/>`,
  ];
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(s)})" fill="${colour}"><circle cy="-46" r="16"/>${hats[look % hats.length]}<path d="M-30 4c0-22 12-33 30-33s30 11 30 33v90h-60z"/></g>`;
}

export function file(name: string, title: string, body: string): void {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}"><title>${title}</title>${body}</svg>\n`;
  writeFileSync(`public/art/${name}.svg`, svg.replace(/\b(\d+\.\d)00\b/g, "$1"));
  console.log(`${name}.svg\t${svg.length} bytes`);
}
