import type { Env } from "#server/config/env.server";
import { brand } from "#server/runtime/brand";

/** Accounts of the sandbox, as `npm run sandbox:reset` restores them. */
const accounts = [
  ["member@soria.test", "balances, 123 history items, 23 orders, inquiries in all four states"],
  ["new@soria.test", "no history, orders or inquiries"],
  ["locked@soria.test", "locked"],
  ["suspended@soria.test", "suspended for 3 days 4 hours 5 minutes"],
  ["leaving@soria.test", "deletion scheduled, 12 days left"],
  ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "wallet (development key 1), a pass token and 4 NFTs"],
  ["0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC", "wallet (development key 2), no pass token"],
] as const;

/** Returns the text printed when all servers respond: the address and the accounts. */
export function welcome(
  config: Pick<Env, "siteUrl" | "port" | "usesSandbox" | "sandboxOrigin" | "apiBaseUrl">,
): string {
  const site = config.siteUrl ?? `http://localhost:${config.port}`;
  const lines = ["", `  ${brand.brand.en} is at ${site}`];
  if (config.usesSandbox) {
    const width = Math.max(...accounts.map(([name]) => name.length));
    lines.push(
      `  The sandbox stands in for the product API; its mailbox is ${config.sandboxOrigin}/mailbox`,
      "",
      "  Accounts of the sandbox (password of all: Soria-2024!)",
      ...accounts.map(([name, state]) => `    ${name.padEnd(width)}  ${state}`),
    );
  } else {
    lines.push(`  Product API: ${config.apiBaseUrl}`);
  }
  return [...lines, ""].join("\n");
}
