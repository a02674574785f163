import { isIP, isIPv4 } from "node:net";

/**
 * A visitor's address out of what a proxy wrote: some add the port (`192.0.2.1:4711`, `[2001:db8::1]:4711`), which is
 * another with each connection and must not make another visitor.
 *
 * @returns undefined for what is no address
 */
export function addressOf(written: string | undefined): string | undefined {
  const text = written?.trim() ?? "";
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  const address = mapped && isIPv4(mapped) ? mapped : bare;
  return isIP(address) ? address.replace(/%.*$/, "") : undefined;
}

/**
 * Returns what visitors are told apart by: the IPv4 address, or of an IPv6 one the first 56 bits, which one household
 * shares.
 *
 * @param address as `addressOf` returns it
 */
export function visitorKey(address: string): string {
  if (isIPv4(address)) return address;
  const [a, b, c, d = "0"] = groupsOf(address);
  return `${a}:${b}:${c}:${(parseInt(d, 16) & 0xff00).toString(16)}::/56`;
}

/**
 * Returns the first 48 bits of an IPv6 address, which one customer of a provider may have: 256 times what `visitorKey`
 * tells apart. Undefined for an IPv4 address.
 *
 * @param address as `addressOf` returns it
 */
export function networkKey(address: string): string | undefined {
  return isIPv4(address) ? undefined : `${groupsOf(address).slice(0, 3).join(":")}::/48`;
}

/** Returns what shares of the processor are counted by: the network of an IPv6 address, or the IPv4 address. */
export function shareKey(address: string): string {
  return networkKey(address) ?? address;
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // A URL writes an IPv6 address in its one short form; "::" stands for as many zeros as are missing.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (part: string | undefined) => (part ? part.split(":") : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail)];
}
