import { withoutTags } from "./html-text";

/** Blocks with fewer characters break at phrases, like the site's own short texts. */
const BRIEF_CHARS = 60;
const blockTag = /<(\/?)(p|li|[uo]l|div|blockquote|pre|table|tr|t[hd]|h[2-4]|figcaption|caption)\b([^<>]*)>/g;
const markable = /^(?:p|li|t[hd]|h[2-4]|figcaption|caption)$/;

/**
 * Adds the class "brief" to short blocks that contain no other block. Reads the text once.
 *
 * @param html sanitised HTML, which has no class attributes
 */
export function markBriefBlocks(html: string): string {
  let marked = "";
  let copied = 0;
  let open: RegExpExecArray | undefined;
  for (const tag of html.matchAll(blockTag)) {
    const [, slash, name = ""] = tag;
    if (slash === "") {
      open = tag;
      continue;
    }
    if (open && open[2] === name && markable.test(name)) {
      const start = open.index + open[0].length;
      if (withoutTags(html.slice(start, tag.index)).length < BRIEF_CHARS) {
        marked += `${html.slice(copied, open.index)}<${name}${open[3]} class="brief">`;
        copied = start;
      }
    }
    open = undefined;
  }
  return marked + html.slice(copied);
}
