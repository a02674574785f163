import { faqTypes } from "~/domain/inquiry-types";
import { choice, defineList, rowNumberFilter } from "~/domain/list";
import { paths } from "~/domain/paths";

/** The FAQ. INSTALL_PLAY has no filter tab, but the inquiry form links to it; `open` is the answer of a link. */
export const faqList = defineList({
  path: paths.support.faq,
  filters: { type: choice(faqTypes), open: rowNumberFilter },
  search: {},
});

export type FaqQuery = ReturnType<typeof faqList.read>;

export const { read: readFaqQuery, write: writeFaqQuery } = faqList;
