/** In an address: the page is wanted whole, because no script puts its late parts in place. */
export const WHOLE_FIELD = "whole";
