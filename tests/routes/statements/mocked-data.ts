/** Mocks the data that the API responds with, and makes news and lists of it. */
import { http, HttpResponse } from "msw";
import { server } from "../../mocks/server";

/**
 * Mocks the API's response data for a path.
 * @returns the queries received so far; the array grows with each request
 */
export function respond(path: string, data: unknown): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(`http://api.test${path}`, ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ result: 1, message: "SUCCESS", data });
    }),
  );
  return asked;
}

/** A post of the type EVENT, whose content is not safe. */
export const post = {
  id: 7,
  title: "A post",
  type: "EVENT",
  created_at: "2026-11-23T16:30:00Z",
  total_views: 1234,
  is_fixed: false,
  content: '<p>Text <strong>bold</strong></p><script>alert(1)</script><img src="x" onerror="alert(1)">',
  noticeImages: [{ url: "http://api.test/art/news.svg" }],
};

/** Returns one page of a list. @param total the number of items on all pages */
export const list = (items: object[], page = 1, page_count = 1, total = items.length) => ({
  page,
  page_count,
  stats: { total },
  items,
});
