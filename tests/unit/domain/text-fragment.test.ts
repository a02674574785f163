/** Links of search results: the fragment that opens a page at the words that were searched for. */
import { expect, it } from "vitest";
import { textFragment } from "~/domain/text-fragment";

it.each([
  [undefined, ""],
  ["", ""],
  ["  ", ""],
  ["lantern", "#:~:text=lantern"],
  ["提案パス", "#:~:text=%E6%8F%90%E6%A1%88%E3%83%91%E3%82%B9"],
  ["e-mail", "#:~:text=e%2Dmail"],
  ["1,000 pt", "#:~:text=1%2C000&text=pt"],
  ["a&b=c", "#:~:text=a%26b%3Dc"],
  ["100% #1 ?", "#:~:text=100%25&text=%231&text=%3F"],
  ["島\u3000島 橋", "#:~:text=%E5%B3%B6&text=%E6%A9%8B"],
  ["-,-", "#:~:text=%2D%2C%2D"],
  ["\ud800", "#:~:text=%EF%BF%BD"],
])("of %j is %j", (keyword, fragment) => expect(textFragment(keyword)).toBe(fragment));

it("is no other part of the URL, whatever was searched for", () => {
  for (const keyword of ["?lng=ko", "#faq-5", "&text=x", "a/b\\c", "😀", "“x”"]) {
    const url = new URL(`/news/1?page=2${textFragment(keyword)}`, "https://soria.example");
    expect([url.pathname, url.search]).toEqual(["/news/1", "?page=2"]);
    const [, word = ""] = /^#:~:text=([^-,&=?#]+)$/.exec(url.hash) ?? [];
    expect(decodeURIComponent(word)).toBe(keyword);
  }
});
