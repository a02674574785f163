/** All defective variants of the sandbox. */
import { otherVariants } from "./other-variants";
import { purchaseVariants } from "./purchase-variants";

export const VARIANTS = [...purchaseVariants, ...otherVariants];
