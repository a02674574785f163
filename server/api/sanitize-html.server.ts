import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import sanitizeHtml from "sanitize-html";

/** Longer content is cut before it is parsed: parse time grows with length, and no post needs more. */
const MAX_HTML_CHARS = 200_000;

/** The text of an id that can be a fragment. */
const ID = /^[^\s"'<>]{1,100}$/u;

/** Links to an id of the same content keep their prefix, so that a table of contents works. */
const linkAttributes = (attributes: sanitizeHtml.Attributes, prefix: string) => {
  const { href = "", id, name } = attributes;
  const isHere = href.startsWith("#") && ID.test(href.slice(1));
  return {
    ...attributes,
    // `name` is how older pages write the id of an anchor.
    ...(name !== undefined && id === undefined ? { id: name } : {}),
    ...(isHere ? { href: `#${prefix}${href.slice(1)}` } : {}),
    rel: "noopener noreferrer nofollow",
  };
};

/** @param prefix for ids, which must not collide with those of the page */
const optionsWith = (prefix: string): sanitizeHtml.IOptions => ({
  allowedTags: [
    ..."p br hr h2 h3 h4 ul ol li dl dt dd strong b em i u s del ins sub sup small".split(" "),
    ..."blockquote code pre ruby rt rp details summary".split(" "),
    ..."a img figure figcaption table caption thead tbody tr th td span div".split(" "),
  ],
  allowedAttributes: {
    "*": ["id"],
    a: ["href", "title", "rel"],
    img: ["src", "alt", "width", "height", "loading"],
    th: ["scope", "colspan", "rowspan"],
    td: ["colspan", "rowspan"],
    ol: ["start", "reversed"],
    li: ["value"],
    details: ["open"],
  },
  allowedSchemes: ["http", "https"],
  allowedSchemesByTag: { a: ["http", "https", "mailto", "tel"] },
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  // Pictures of posts come from the API's hosts. A relative URL would request them from this site.
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !/^https?:\/\//i.test(attribs["src"] ?? ""),
  // The page itself has the only h1.
  transformTags: {
    h1: "h2",
    strike: "s",
    a: (tagName, attributes) => ({ tagName, attribs: linkAttributes(attributes, prefix) }),
    img: (tagName, attributes) => ({
      tagName,
      attribs: { ...attributes, alt: attributes["alt"] ?? "", loading: "lazy" },
    }),
    "*": (tagName, { id = "", ...attribs }) => ({
      tagName,
      attribs: ID.test(id) ? { ...attribs, id: prefix + id } : attribs,
    }),
  },
});

const cache = new LRUCache<string, string>({ max: 500 });

/**
 * Sanitises untrusted HTML of the API. Cached by content hash, because the same posts are read often.
 *
 * @param place distinguishes several contents of one page: the prefix of their ids
 */
export function cleanHtml(html: string, place = "content"): string {
  // Not through a surrogate pair.
  const source = html.slice(0, MAX_HTML_CHARS).replace(/[\ud800-\udbff]$/, "");
  const key = createHash("sha256").update(`${place}\n${source}`).digest("base64");
  const clean = cache.get(key) ?? sanitizeHtml(source, optionsWith(`${place}-`));
  cache.set(key, clean);
  return clean;
}

/** Elements that are part of a line of text; all others separate what stands before and after them. */
const INLINE = /^<\/?(?:a|b|code|del|em|i|ins|rp|rt|ruby|s|small|span|strong|sub|sup|u)\b/;
const READINGS = /<(rt|rp)\b[^<>]*>[^<>]*<\/\1>/g;
/** The entities that sanitize-html writes in text; it decodes all others. */
const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

const textIn = (clean: string): string =>
  clean
    .replace(/<[^<>]*>/g, (tag) => (INLINE.test(tag) ? "" : "\n"))
    .replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();

/**
 * Returns the text of HTML: block elements separate, inline elements do not, entities are decoded once. The readings of
 * ruby are left out, because they would stand between the characters of a word.
 */
export const plainText = (html: string): string => textIn(cleanHtml(html).replace(READINGS, ""));

/** Returns the texts of HTML in which a search looks: its text, and the readings of ruby. */
export function searchableText(html: string): string {
  const readings = [...cleanHtml(html).matchAll(/<rt\b[^<>]*>([^<>]*)<\/rt>/g)].map(
    ([, reading = ""]) => reading,
  );
  return [plainText(html), textIn(readings.join(""))].join("\n");
}

/** Returns an API's URL that is safe in `src` or `href`; undefined for every scheme except http and https. */
export function safeAddress(address: string): string | undefined {
  try {
    const url = new URL(address);
    return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
  } catch {
    return undefined;
  }
}
