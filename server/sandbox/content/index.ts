import { sourcePath } from "../source-files";
import dao from "./dao.json";
import faq from "./faq.json";
import { withLabels } from "./labels";
import news from "./news.json";
import products from "./products.json";

const files = { news, faq, products, dao };
export type Content = typeof files;

let loaded: Content | undefined;

/**
 * Returns the seed's content, with `[[…]]` references replaced by the site's labels (docs/world.md).
 *
 * @throws Error for an unknown label
 */
export const loadContent = () => (loaded ??= withLabels(files));

/** Returns the path of a picture of the content. */
export const artPath = (file: string) => sourcePath(`server/sandbox/content/art/${file}`);
