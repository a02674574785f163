/** What the API is asked for when a page is opened: address, query and token of each read. */
import { beforeAll, expect, it } from "vitest";
import { replaceCachedReads } from "#server/api/public-cache.server";
import { SwrCache } from "#server/api/swr-cache.server";
import { inOrder, readsOf, receive } from "./received";
import { guest, memberOf } from "./site";

beforeAll(async () => void (await guest()), 300_000);

it.each([
  ["one suggestion, without a query [P159.1]", "/dao/suggestions/19", ["/suggestions/19"]],
  [
    "the debates of a suggestion, with the page of its address [P161.1]",
    "/dao/suggestions/19?page=2",
    ["/suggestions/19/debates?page=2"],
  ],
  [
    "a debate and its comments, each with its page of the address [P161.1 P162.1]",
    "/dao/suggestions/19/debates/1?page=2&list=2",
    ["/suggestions/19/debates?page=2", "/suggestions/19/debates/1/comments?page=2"],
  ],
  [
    "the suggestions, with type, status, sort and page [P160.1]",
    "/dao/suggestions?type=EVENT&status=PASSED&sort=POPULAR&page=2",
    ["/suggestions?type=EVENT&status=PASSED&sort=POPULAR&page=2"],
  ],
  [
    "the member's own suggestions, with by=me [P160.1]",
    "/dao/suggestions/mine?page=2",
    ["/suggestions?sort=LATEST&by=me&page=2"],
  ],
  [
    "the members of a pass, with type and page [P165.1]",
    "/dao/members?type=ENTRY&page=2",
    ["/members?type=ENTRY&page=2"],
  ],
])("governance reads with the token %s", async (_, path, asked) => {
  const { browser } = await memberOf();
  const received = receive();
  await browser.open(path);
  for (const line of asked) expect(readsOf(received)).toContainEqual([inOrder(`/api/dao${line}`), true]);
});

it.each([
  [
    "the store's items: page, size and scope [A232.1]",
    "/store/products?page=2",
    "api/store/products?scope=WEB&page=2&size=10",
  ],
  ["one item: its id in the path [A233.1]", "/store/products/3", "api/store/products/3"],
  [
    "the inquiries: page and size [P156.1]",
    "/support/inquiries?page=2",
    "api/support/inquiries?page=2&size=10",
  ],
  [
    "the orders: page and size [A242.1]",
    "/my-page/ecommerce-history",
    "order-service/v1/users/orders?page=1&size=10",
  ],
])("a member's page reads with the token %s", async (_, path, asked) => {
  const { browser } = await memberOf();
  const received = receive();
  await browser.open(path);
  expect(readsOf(received)).toContainEqual([inOrder(`/${asked}`), true]);
});

it.each([
  [
    "the news: scope, language, page and size [P152.1]",
    "/news?page=2",
    "api/news?scope=WEB&language=KO&page=2&size=10",
  ],
  [
    "news that are searched: type, by and keyword too [P152.2]",
    "/news?type=EVENT&by=TITLE&keyword=k",
    "api/news?scope=WEB&language=KO&type=EVENT&by=TITLE&keyword=k&page=1&size=10",
  ],
  ["one post: its id and the language [P153.1]", "/news/5", "api/news/5?language=KO"],
  [
    "the FAQ: language, page and size [P154.1]",
    "/support/faq?page=2",
    "api/support/faq?language=KO&page=2&size=10",
  ],
  [
    "the FAQ of a type: the type too [P154.2]",
    "/support/faq?type=EVENT",
    "api/support/faq?language=KO&type=EVENT&page=1&size=10",
  ],
])("a page reads without a token %s", async (_, path, asked) => {
  replaceCachedReads(new SwrCache());
  const { browser } = await memberOf({}, "ko");
  const received = receive();
  await browser.open(path);
  expect(readsOf(received)).toContainEqual([inOrder(`/${asked}`), false]);
});
