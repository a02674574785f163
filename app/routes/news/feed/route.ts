import { addressIn } from "~/components/document/seo";
import { instant } from "~/domain/instant";
import { newestFirst } from "~/domain/newest-first";
import { newsTypes } from "~/domain/news-types";
import { oneOf } from "~/domain/one-of";
import { paths } from "~/domain/paths";
import { withoutMarks } from "~/i18n/break-marks";
import { languageOfAddress, translator } from "~/i18n/i18n.server";
import { apiLanguage, languageTags } from "~/i18n/languages";
import { plainFailures } from "~/plain-failures.server";
import { getNews, listNews } from "#server/api/public-cache.server";
import { cleanHtml } from "#server/api/sanitize-html.server";
import { env } from "#server/config/env.server";
import { taggedResponse } from "#server/protocol/entity-tag.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";

const FEED_SIZE = 20;

function escapeXml(text: string): string {
  // XML 1.0 does not allow control characters, not even escaped.
  const clean = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  return clean.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Returns the newest posts as an Atom feed (RFC 4287), with `?lng` and `?type`. Entry ids differ per language. */
export const loader = plainFailures(
  async ({ request }) => {
    const url = new URL(request.url);
    const lng = languageOfAddress(request);
    const type = oneOf(newsTypes, url.searchParams.get("type"));
    const { value } = await listNews({
      language: apiLanguage(lng),
      page: 1,
      size: FEED_SIZE,
      ...(type ? { type } : {}),
    });
    const origin = env().siteUrl ?? url.origin;
    const addressOf = (path: string) => escapeXml(addressIn(lng, path, origin));
    // Atom requires a time in each entry, so posts without one are omitted.
    const posts = value.items
      .flatMap(({ created_at, ...post }) => (created_at ? [{ ...post, created_at }] : []))
      .sort(newestFirst);
    const updated = posts[0]?.created_at ?? new Date(0).toISOString();
    const t = translator(lng);
    const self = addressOf(paths.newsFeed({ type }));
    const entryOf = async (post: (typeof posts)[number]) => {
      const address = addressOf(paths.newsItem(post.id));
      // An entry works without its content, when the API fails or is late.
      const content = cleanHtml(
        (await orUndefinedAfter(getNews(post.id, apiLanguage(lng))))?.value.content ?? "",
      );
      return [
        "  <entry>",
        `    <id>${address}</id>`,
        `    <title>${escapeXml(post.title || t("common:untitled"))}</title>`,
        `    <link href="${address}"/>`,
        `    <updated>${new Date(instant(post.created_at)).toISOString()}</updated>`,
        `    <category term="${post.type}" label="${escapeXml(t(`news:types.${post.type}`))}"/>`,
        // URLs in the content are relative to the post's page (RFC 4287 §3.1.1.3, §2).
        ...(content
          ? [`    <content type="html" xml:base="${address}">${escapeXml(content)}</content>`]
          : []),
        "  </entry>",
      ].join("\n");
    };
    const entries = await Promise.all(posts.map(entryOf));
    const name = withoutMarks(t("news:feed.title"));
    const title = type ? `${name}: ${t(`news:types.${type}`)}` : name;
    const body = [
      '<?xml version="1.0" encoding="utf-8"?>',
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${languageTags[lng]}">`,
      `  <id>${self}</id>`,
      `  <title>${escapeXml(title)}</title>`,
      `  <link rel="self" href="${self}"/>`,
      `  <link rel="alternate" type="text/html" href="${addressOf(paths.news({ type }))}"/>`,
      `  <updated>${new Date(instant(updated)).toISOString()}</updated>`,
      `  <author><name>${escapeXml(t("common:siteName"))}</name></author>`,
      ...entries,
      "</feed>",
      "",
    ].join("\n");
    return taggedResponse(request, body, {
      "Content-Type": "application/atom+xml; charset=utf-8",
      "Cache-Control": "public, max-age=60",
    });
  },
  ({ request }) => languageOfAddress(request),
);
