import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import sanitizeHtml from "sanitize-html";
import { singleton } from "#server/runtime/singleton";

/** Longer content is cut before it is parsed: the parser's time grows with it, and no post needs more. */
const MAX_HTML_CHARS = 200_000;

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ..."p br hr h2 h3 h4 ul ol li strong b em i u s sub sup small blockquote code pre".split(" "),
    ..."a img figure figcaption table caption thead tbody tr th td span div".split(" "),
  ],
  allowedAttributes: {
    a: ["href", "title", "rel"],
    img: ["src", "alt", "width", "height", "loading"],
    th: ["scope", "colspan", "rowspan"],
    td: ["colspan", "rowspan"],
  },
  allowedSchemes: ["http", "https"],
  allowedSchemesByTag: { a: ["http", "https", "mailto"] },
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  // A picture of a post comes from the API's own hosts; a relative address would ask this site for it.
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !/^https?:\/\//i.test(attribs["src"] ?? ""),
  // h1 belongs to the page.
  transformTags: {
    h1: "h2",
    a: (tagName, attributes) => ({
      tagName,
      attribs: { ...attributes, rel: "noopener noreferrer nofollow" },
    }),
    img: (tagName, attributes) => ({
      tagName,
      attribs: { ...attributes, alt: attributes["alt"] ?? "", loading: "lazy" },
    }),
  },
};

const cache = singleton("sanitised", () => new LRUCache<string, string>({ max: 500 }));

/**
 * Untrusted HTML of the API, made safe to put into a page: a short list of tags and attributes, links and
 * images by http(s) only, no styles, no classes, no ids. Kept by content, since the same post is read often.
 */
export function cleanHtml(html: string): string {
  const source = html.slice(0, MAX_HTML_CHARS);
  const key = createHash("sha256").update(source).digest("base64");
  let clean = cache.get(key);
  if (clean === undefined) {
    clean = sanitizeHtml(source, options);
    cache.set(key, clean);
  }
  return clean;
}

/** An address from the API that may stand in `src` or `href`; undefined for any scheme but http and https. */
export function safeAddress(address: string): string | undefined {
  try {
    const url = new URL(address);
    return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
  } catch {
    return undefined;
  }
}
