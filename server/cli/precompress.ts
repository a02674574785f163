import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Compressible extensions; images, fonts and videos are compressed already. */
const compressible = new Set([".js", ".css", ".svg", ".json", ".txt", ".xml", ".html", ".ico", ".map"]);
/** Smaller files fit into one packet anyway. */
const LEAST_BYTES = 1_000;

/** @returns the number of compressed files */
export async function precompress(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const done = await Promise.all(files.map(compressOne));
  return done.filter(Boolean).length;
}

async function compressOne(file: string): Promise<boolean> {
  const content = await readFile(file);
  if (content.length < LEAST_BYTES) return false;
  const [small, smaller] = await Promise.all([
    promisify(gzip)(content, { level: 9 }),
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  ]);
  await Promise.all([writeFile(`${file}.gz`, small), writeFile(`${file}.br`, smaller)]);
  return true;
}
