import { defineList } from "~/domain/list";
import { paths } from "~/domain/paths";

/** The items of the store. */
export const productList = defineList({ path: paths.store.products, filters: {}, search: {} });
