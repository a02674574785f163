import { defineList } from "~/domain/list";
import { paths } from "~/domain/paths";

/** The orders with delivery of a member. */
export const orderList = defineList({ path: paths.myPage.ecommerceHistory, filters: {} });
