import { crc32, deflateSync } from "node:zlib";

/** Smallest files that are accepted as each type. Only the PNG and the GIF are valid pictures. */
export const picture = {
  png: png(1, 1),
  gif: Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
  jpg: Buffer.concat([
    Buffer.from("ffd8ffe000104a46494600010101004800480000", "hex"),
    Buffer.alloc(64, 7),
    Buffer.from("ffd9", "hex"),
  ]),
};

/** Returns a valid PNG of one colour. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, "latin1");
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])));
    return Buffer.concat([head, data, sum]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x8a)]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", size),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Returns a PNG of exactly this size in bytes. Data after the end of the picture are ignored. */
export function pngOf(bytes: number): Buffer {
  return Buffer.concat([picture.png, Buffer.alloc(bytes - picture.png.length, 0x61)]);
}
