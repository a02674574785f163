import { isIP, isIPv4 } from "node:net";

/** Parses an IP address that a proxy wrote, perhaps with a port (`192.0.2.1:4711`, `[2001:db8::1]:4711`). */
export function parseIpAddress(written: string | undefined): string | undefined {
  const text = written?.trim() ?? "";
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  const address = mapped && isIPv4(mapped) ? mapped : bare;
  return isIP(address) ? address.split("%")[0] : undefined;
}

/** Identifies a visitor: the IPv4 address, or the first 56 bits of an IPv6 address, which one household shares. */
export function visitorKey(address: string): string {
  if (isIPv4(address)) return address;
  const [a, b, c, d = "0"] = groupsOf(address);
  return `${a}:${b}:${c}:${(parseInt(d, 16) & 0xff00).toString(16)}::/56`;
}

/** Returns the first 48 bits of an IPv6 address, which one customer of a provider may hold; undefined for IPv4. */
export function networkKey(address: string): string | undefined {
  return isIPv4(address) ? undefined : `${groupsOf(address).slice(0, 3).join(":")}::/48`;
}

export const shareKey = (address: string): string => networkKey(address) ?? address;

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser writes an IPv6 address in its shortest form; "::" replaces the missing zeros.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (part: string | undefined) => (part ? part.split(":") : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail)];
}
