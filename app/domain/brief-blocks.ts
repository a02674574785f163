/** A paragraph of fewer characters breaks like the site's own texts, at phrases. */
const BRIEF_CHARS = 60;
/** A block of text that has no other block in it. */
const block =
  /<(p|li|h[2-4]|t[hd]|figcaption|caption)((?: [^>]*)?)>((?:(?!<\/?(?:p|li|[uo]l|div|blockquote|pre|table|tr|t[hd]|h[2-4]|figcaption|caption)\b)[^])*?)<\/\1>/g;

/**
 * Marks the short blocks of a text with the class `brief` (base.css).
 *
 * @param html sanitised, so without a class of its own
 */
export function markBriefBlocks(html: string): string {
  return html.replace(block, (whole: string, tag: string, attributes: string, content: string) =>
    content.replace(/<[^>]*>/g, "").length < BRIEF_CHARS
      ? `<${tag}${attributes} class="brief">${content}</${tag}>`
      : whole,
  );
}
