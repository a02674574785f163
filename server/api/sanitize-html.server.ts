import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import sanitizeHtml from "sanitize-html";

/** Longer content is cut before it is parsed: parse time grows with length, and no post needs more. */
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
  // Pictures of posts come from the API's hosts. A relative URL would request them from this site.
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !/^https?:\/\//i.test(attribs["src"] ?? ""),
  // The page itself has the only h1.
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

const cache = new LRUCache<string, string>({ max: 500 });

/** Sanitises untrusted HTML of the API. Cached by content hash, because the same posts are read often. */
export function cleanHtml(html: string): string {
  const source = html.slice(0, MAX_HTML_CHARS);
  const key = createHash("sha256").update(source).digest("base64");
  const clean = cache.get(key) ?? sanitizeHtml(source, options);
  cache.set(key, clean);
  return clean;
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
