import { useRouteLoaderData } from "@remix-run/react";
import type { PurchaseSummary } from "~/domain/purchase-summary";

/** Loader data of the store layout. */
export interface StoreData {
  /** "unreadable" if no session secret decrypts the member's purchase record. */
  ledger: "readable" | "unreadable";
  /** The member's unfinished purchases; `mayBePaid`: money may have been charged. */
  open: (PurchaseSummary & { mayBePaid: boolean })[];
}

/** React hook that returns the loader data of the store layout. For store pages. */
export const useStore = () => useRouteLoaderData("routes/store/layout/route") as StoreData;
