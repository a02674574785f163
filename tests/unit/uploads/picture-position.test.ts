import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { withoutPosition } from "#server/uploads/picture-position";
import { picture } from "../../kit/data/pictures";
import { random, seedOf } from "../../kit/data/random";

/** A TIFF structure with an orientation, and a position if wanted. */
function tiffWith({ isLittle = false, hasGps = true } = {}): Buffer {
  const tiff = Buffer.alloc(120);
  const short = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  const entry = (at: number, tag: number, type: number, count: number) => {
    short(tag, at);
    short(type, at + 2);
    long(count, at + 4);
  };
  tiff.write(isLittle ? "II" : "MM", 0, "latin1");
  short(42, 2);
  long(8, 4);
  short(hasGps ? 2 : 1, 8);
  // Orientation 6.
  entry(10, 0x112, 3, 1);
  short(6, 18);
  if (!hasGps) return tiff;
  entry(22, 0x8825, 4, 1);
  long(40, 30);
  short(1, 40);
  // Latitude: three fractions at byte 80.
  entry(42, 2, 5, 3);
  long(80, 50);
  tiff.write("35.6586,139.7454", 80, "latin1");
  return tiff;
}
function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
const jpegWith = (...segments: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...segments,
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from("picture data GPS \xff\xd9", "latin1"),
  ]);
const exif = (tiff: Buffer) => segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), tiff]));

describe("a JPEG", () => {
  it.each([true, false])("loses its position and keeps its orientation, little-endian: %s", (isLittle) => {
    const source = jpegWith(exif(tiffWith({ isLittle })));
    const clean = withoutPosition(source);
    expect(source.includes("139.7454")).toBe(true);
    expect(clean?.includes("139.7454")).toBe(false);
    expect(clean).toHaveLength(source.length);
    const orientation = tiffWith({ isLittle, hasGps: false }).subarray(10, 22);
    expect(clean?.includes(orientation)).toBe(true);
    expect(clean?.includes("picture data GPS")).toBe(true);
    expect(clean && withoutPosition(clean)).toBeUndefined();
  });

  it("loses the position in XMP", () => {
    const xmp = Buffer.from('http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="35,39.5N"/>');
    expect(withoutPosition(jpegWith(segment(0xe1, xmp)))?.includes("35,39.5N")).toBe(false);
  });

  it("without a position is left alone", () => {
    expect(withoutPosition(jpegWith(exif(tiffWith({ hasGps: false }))))).toBeUndefined();
    expect(withoutPosition(jpegWith())).toBeUndefined();
  });
});

describe("a PNG", () => {
  const chunk = (name: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
    const whole = Buffer.alloc(body.length + 8);
    whole.writeUInt32BE(content.length, 0);
    body.copy(whole, 4);
    whole.writeUInt32BE(crc32(body), body.length + 4);
    return whole;
  };
  const header = picture.png.subarray(0, 33);
  const rest = picture.png.subarray(33);

  it("loses the chunk with its position, and nothing else", () => {
    const text = chunk("tEXt", Buffer.from("Title\0a"));
    const source = Buffer.concat([header, text, chunk("eXIf", tiffWith()), rest]);
    expect(withoutPosition(source)?.equals(Buffer.concat([header, text, rest]))).toBe(true);
    expect(withoutPosition(Buffer.from(picture.png))).toBeUndefined();
  });
});

const SEED = seedOf("PICTURE_SEED");
it(`of any bytes is read to its end (PICTURE_SEED=${SEED})`, () => {
  const next = random(SEED);
  const source = jpegWith(exif(tiffWith()));
  for (let round = 0; round < 2_000; round += 1) {
    const broken = Buffer.from(source.subarray(0, 4 + Math.floor(next() * source.length)));
    for (let count = 0; count < 4; count += 1)
      broken[3 + Math.floor(next() * (broken.length - 3))] = Math.floor(next() * 256);
    expect(() => withoutPosition(broken)).not.toThrow();
  }
});
