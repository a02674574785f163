import { formatNumber } from "~/domain/number-format";

/**
 * Formats a file size: "480 kB", "4.2 MB".
 *
 * @param bytes size in bytes; a megabyte is 1024 × 1024, as in the limit
 */
export function fileSize(bytes: number, lng: string): string {
  const isLarge = bytes >= 1024 * 1024;
  const amount = isLarge ? bytes / (1024 * 1024) : Math.max(1, Math.round(bytes / 1024));
  const number = formatNumber(amount, lng, isLarge ? 1 : 0);
  return `${number} ${isLarge ? "MB" : "kB"}`;
}
