import { useRouteLoaderData } from "@remix-run/react";
import type { PurchaseSummary } from "~/domain/purchase-summary";

/** What the layout of the store loads. */
export interface StoreData {
  /** Whether any secret opens the member's record of purchases. */
  ledger: "readable" | "unreadable";
  /** The member's purchases that have not ended; `mayBePaid`: money may have been taken. */
  open: (PurchaseSummary & { mayBePaid: boolean })[];
}

/** In a page of the store. */
export const useStore = () => useRouteLoaderData("routes/store/layout/route") as StoreData;
