import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

/** What of a page belongs to one answer alone, and is another in each. */
export interface OwnValues {
  cspNonce: string;
  requestId: string;
}

/** A page's HTML that can be sent again, with the own values of another answer. */
export interface PageParts {
  /** The HTML, cut where a value of its own stands. */
  parts: Buffer[];
  /** The values between the parts: always one fewer than these. */
  between: (keyof OwnValues)[];
}

/** Those of an answer that goes through the front; `remix-serve` has none. */
export function ownValuesOf({ cspNonce, requestId }: Partial<OwnValues>): OwnValues | undefined {
  return cspNonce && requestId ? { cspNonce, requestId } : undefined;
}

const ownNames: (keyof OwnValues)[] = ["cspNonce", "requestId"];

/** @param own what the page was rendered with: random, so that nothing that a visitor can send is taken for one */
export function partsOf(html: Buffer, own: OwnValues): PageParts {
  const parts: Buffer[] = [];
  const between: (keyof OwnValues)[] = [];
  let rest = html;
  for (;;) {
    const next = ownNames
      .map((name) => ({ name, at: rest.indexOf(own[name]) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at)[0];
    if (!next) return { parts: [...parts, rest], between };
    parts.push(rest.subarray(0, next.at));
    between.push(next.name);
    rest = rest.subarray(next.at + Buffer.byteLength(own[next.name]));
  }
}

/** The HTML, with the values of one answer. */
export function filled({ parts, between }: PageParts, own: OwnValues): Buffer {
  return Buffer.concat(woven(parts, between, (name) => Buffer.from(own[name])));
}

/** How much memory a page keeps, in bytes. */
export function sizeOf({ parts }: PageParts): number {
  return parts.reduce((sum, part) => sum + part.length, 1_000);
}

function woven(
  parts: Buffer[],
  between: (keyof OwnValues)[],
  valueOf: (name: keyof OwnValues) => Buffer,
): Buffer[] {
  return parts.flatMap((part, i) => {
    const name = between[i];
    return name ? [part, valueOf(name)] : [part];
  });
}

type Lengths = Record<keyof OwnValues, number>;

/** The parts of a page, each compressed, and how long the values between them are for which that holds. */
interface Packed {
  parts: Buffer[];
  lengths: Lengths;
}

const packedPages = new WeakMap<PageParts, Promise<Packed | undefined> | "sent once">();
const deflated = promisify(deflateRaw);
/** As far as a compressed text looks back (RFC 1951). */
const WINDOW = 32 * 1024;
/** A byte that no HTML has, so that nothing is ever said by pointing at one of them. */
const NOTHING = 0;

const lengthsOf = (own: OwnValues): Lengths => ({
  cspNonce: Buffer.byteLength(own.cspNonce),
  requestId: Buffer.byteLength(own.requestId),
});

/**
 * A page with the values of one answer as gzip (RFC 1952), for a page that is sent often: its parts are compressed once,
 * better than a page that is sent once (level 6), and what differs is put between them as it is. Compressing it anew
 * each time takes a third of what sending a kept page costs.
 *
 * @returns undefined the first time that the page is sent: most are sent once
 */
export async function gzipped(page: PageParts, own: OwnValues): Promise<Buffer | undefined> {
  const known = packedPages.get(page);
  if (!known) {
    packedPages.set(page, "sent once");
    return undefined;
  }
  const lengths = lengthsOf(own);
  // Once for all who ask for it meanwhile.
  const packing = known === "sent once" ? packedOf(page, lengths) : known;
  packedPages.set(page, packing);
  const packed = await packing;
  // Where one part looks back into another, it counts the bytes between them.
  if (!packed || ownNames.some((name) => packed.lengths[name] !== lengths[name])) return undefined;
  const html = woven(page.parts, page.between, (name) => Buffer.from(own[name]));
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(html.reduce((sum, piece) => crc32(piece, sum), 0));
  trailer.writeUInt32LE(
    html.reduce((sum, piece) => sum + piece.length, 0),
    4,
  );
  return Buffer.concat([
    gzipHead,
    ...woven(packed.parts, page.between, (name) => stored(Buffer.from(own[name]), false)),
    stored(Buffer.alloc(0), true),
    trailer,
  ]);
}

/** Deflate, no name, no time, of no particular system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** A block of bytes as they are (RFC 1951, 3.2.4); what stands before it ends with a whole byte. */
function stored(bytes: Buffer, isLast: boolean): Buffer {
  const head = Buffer.from([isLast ? 1 : 0, 0, 0, 0, 0]);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

/**
 * Each part may look back at those before it, and never at what stands between them.
 *
 * @returns undefined for a page with the byte that no HTML has
 */
async function packedOf({ parts, between }: PageParts, lengths: Lengths): Promise<Packed | undefined> {
  if (parts.some((part) => part.includes(NOTHING))) return undefined;
  const page = Buffer.concat(woven(parts, between, (name) => Buffer.alloc(lengths[name], NOTHING)));
  let end = 0;
  const pieces = await Promise.all(
    parts.map((part, i) => {
      const dictionary = page.subarray(Math.max(0, end - WINDOW), end);
      const name = between[i];
      end += part.length + (name ? lengths[name] : 0);
      return deflated(part, {
        level: 6,
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(dictionary.length > 0 && { dictionary }),
      });
    }),
  );
  return { parts: inOnePlace(pieces), lengths };
}

/** Copies: what zlib returns is the used part of 16 kB, all of which stay in memory with it. */
function inOnePlace(pieces: Buffer[]): Buffer[] {
  const all = Buffer.concat(pieces);
  let end = 0;
  return pieces.map(({ length }) => all.subarray(end, (end += length)));
}
