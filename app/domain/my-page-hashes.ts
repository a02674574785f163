import { paths } from "./paths";

/** Hashes of the specification (accounts-and-store.md section 2, My page tabs) and their current paths. */
export const myPageHashes = [
  { hash: "tools", to: paths.myPage.tools, name: "tools" },
  { hash: "profile", to: paths.myPage.profile, name: "profile" },
  { hash: "history", to: paths.myPage.history(), name: "history" },
  { hash: "ecommerce-history", to: paths.myPage.ecommerceHistory(), name: "orders" },
  { hash: "terminate", to: paths.myPage.terminate, name: "terminate" },
] as const;

/** Returns the path of the tab for a location's hash ("#history"); undefined if the hash names no tab. */
export const tabOfHash = (hash: string): string | undefined =>
  myPageHashes.find((tab) => `#${tab.hash}` === hash)?.to;
