/** Blocks with fewer characters break at phrases, like the site's own short texts. */
const BRIEF_CHARS = 60;
/** Matches a block element that contains no other block. */
const block =
  /<(p|li|h[2-4]|t[hd]|figcaption|caption)((?: [^>]*)?)>((?:(?!<\/?(?:p|li|[uo]l|div|blockquote|pre|table|tr|t[hd]|h[2-4]|figcaption|caption)\b)[^])*?)<\/\1>/g;

/** @param html sanitised HTML, which has no class attributes */
export const markBriefBlocks = (html: string): string =>
  html.replace(block, (whole: string, tag: string, attributes: string, content: string) =>
    content.replace(/<[^>]*>/g, "").length < BRIEF_CHARS
      ? `<${tag}${attributes} class="brief">${content}</${tag}>`
      : whole,
  );
