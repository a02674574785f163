import { paths } from "./paths";

/** The hashes of the specification (accounts-and-store.md section 2, My page tabs) and where they live now. */
export const myPageHashes = [
  { hash: "tools", to: paths.myPage.tools, name: "tools" },
  { hash: "profile", to: paths.myPage.profile, name: "profile" },
  { hash: "history", to: paths.myPage.history(), name: "history" },
  { hash: "ecommerce-history", to: paths.myPage.ecommerceHistory(), name: "orders" },
  { hash: "terminate", to: paths.myPage.terminate, name: "terminate" },
] as const;

/** The address of the tab that a location's hash ("#history") names; undefined when it names none. */
export function tabOfHash(hash: string): string | undefined {
  return myPageHashes.find((tab) => `#${tab.hash}` === hash)?.to;
}
