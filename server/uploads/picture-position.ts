/**
 * Removes the place where a picture was taken from its metadata (EXIF, XMP). Phones write it, senders do not know it,
 * and support does not need it.
 */

/** Returns the picture without its position; undefined if it has none, or is no JPEG or PNG. */
export function withoutPosition(bytes: Buffer): Buffer | undefined {
  if (bytes.readUIntBE(0, 3) === 0xffd8ff) return jpegWithout(bytes);
  return bytes.subarray(0, 8).equals(PNG) ? pngWithout(bytes) : undefined;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const EXIF = Buffer.from("Exif\0\0");
const XMP = Buffer.from("http://ns.adobe.com/x");
const GPS_POINTER = 0x8825;

/** Segments up to the picture's data: each has a marker of two bytes, and its length. */
function jpegWithout(source: Buffer): Buffer | undefined {
  const bytes = Buffer.from(source);
  let isChanged = false;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const [marker, length] = [bytes[at + 1], bytes.readUInt16BE(at + 2)];
    if (marker === 0xda || length < 2) break;
    const content = bytes.subarray(at + 4, at + 2 + length);
    if (marker === 0xe1 && startsWith(content, EXIF))
      isChanged = removeGps(content.subarray(EXIF.length)) || isChanged;
    if (marker === 0xe1 && startsWith(content, XMP) && content.includes("GPS")) {
      // Only blanks stay of the packet, which no program reads as metadata.
      content.fill(" ", content.indexOf(0) + 1);
      isChanged = true;
    }
    at += 2 + length;
  }
  return isChanged ? bytes : undefined;
}

const startsWith = (content: Buffer, head: Buffer) => content.subarray(0, head.length).equals(head);

/** Sizes of the types of TIFF values, in bytes. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const ENTRY_BYTES = 12;
/** More than any camera writes; a hostile picture could name the same bytes again and again. */
const MOST_ENTRIES = 200;

/** Removes the position from a TIFF structure in place. Returns whether there was one. */
function removeGps(tiff: Buffer): boolean {
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const entriesOf = (ifd: number) => {
    if (ifd + 2 > tiff.length) return [];
    const fits = Math.floor((tiff.length - ifd - 2) / ENTRY_BYTES);
    const count = Math.min(short(ifd), fits, MOST_ENTRIES);
    return Array.from({ length: count }, (_, index) => ifd + 2 + index * ENTRY_BYTES);
  };
  if (tiff.length < 8) return false;
  const first = long(4);
  const pointer = entriesOf(first).find((entry) => short(entry) === GPS_POINTER);
  if (pointer === undefined) return false;
  for (const entry of entriesOf(long(pointer + 8))) {
    const size = (SIZES[short(entry + 2)] ?? 1) * long(entry + 4);
    if (size > 4)
      tiff.fill(0, Math.min(long(entry + 8), tiff.length), Math.min(long(entry + 8) + size, tiff.length));
    tiff.fill(0, entry, entry + ENTRY_BYTES);
  }
  // The entry becomes one that no program knows; the others keep their places.
  tiff.fill(0, pointer, pointer + ENTRY_BYTES);
  return true;
}

const TEXTS = new Set(["iTXt", "tEXt", "eXIf"]);

/** Chunks: length, name, content, checksum. One with a position is left out. */
function pngWithout(bytes: Buffer): Buffer | undefined {
  const chunks = [bytes.subarray(0, PNG.length)];
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    const content = bytes.subarray(at + 8, end - 4);
    const hasPosition =
      TEXTS.has(name) && (name === "eXIf" ? removeGps(Buffer.from(content)) : content.includes("GPS"));
    if (!hasPosition) chunks.push(bytes.subarray(at, end));
    at = end;
  }
  const without = Buffer.concat(chunks);
  return without.length < bytes.length ? without : undefined;
}
