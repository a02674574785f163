import { useRouteLoaderData } from "@remix-run/react";
import type { PurchaseSummary } from "~/domain/purchase-summary";

export interface StoreData {
  /** "unreadable" if no session secret decrypts the member's purchase record. */
  ledger: "readable" | "unreadable";
  /** The member's unfinished purchases; `mayBePaid`: money may have been charged. */
  open: (PurchaseSummary & { mayBePaid: boolean })[];
}

export const useStore = () => useRouteLoaderData("routes/store/layout/route") as StoreData;
