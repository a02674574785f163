/** Calls of news, support and governance as they leave the site (docs/specification/statements.csv). */
import { it } from "vitest";
import { callApi } from "#server/api/api.server";
import { getNews, listFaq, listNews } from "#server/api/public-cache.server";
import { bearer, expectSent, type Sent, tokens } from "./sent-calls";

const reader = { tokens, language: "ko" as const };
const formOf = (fields: Record<string, string>, file?: File) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set("file", file);
  return form;
};
const inquiry = {
  typeCode: "EVENT",
  language: "JA",
  name: "灯",
  email: "a@b.co",
  subject: "s",
  message: "m",
};
const picture = new File(["x"], "a.png", { type: "image/png" });

it.each<[title: string, call: () => Promise<unknown>, sent: Sent]>([
  [
    "news: scope WEB, language, page and size [P115.2 P152.1]",
    () => listNews({ language: "JA", page: 1, size: 10 }),
    { line: "GET /api/news?scope=WEB&language=JA&page=1&size=10" },
  ],
  [
    "news that are searched: type, by and keyword too [P152.2]",
    () => listNews({ language: "JA", page: 1, size: 10, type: "EVENT", by: "TITLE", keyword: "k" }),
    { line: "GET /api/news?scope=WEB&language=JA&page=1&size=10&type=EVENT&by=TITLE&keyword=k" },
  ],
  [
    "one post: its id and the language [P153.1]",
    () => getNews(5, "EN"),
    { line: "GET /api/news/5?language=EN" },
  ],
  [
    "FAQ: language, page and size [P154.1]",
    () => listFaq({ language: "JA", page: 1, size: 10 }),
    { line: "GET /api/support/faq?language=JA&page=1&size=10" },
  ],
  [
    "FAQ of a type: the type too [P154.2]",
    () => listFaq({ language: "JA", page: 1, size: 10, type: "EVENT" }),
    { line: "GET /api/support/faq?language=JA&page=1&size=10&type=EVENT" },
  ],
  [
    "a guest's inquiry: its fields as multipart, no token and no file [P119.1 P119.2 P155.1 P155.3]",
    () => callApi("createInquiry", { tokens: undefined, form: formOf(inquiry) }),
    { line: "POST /api/support/inquiries", parts: Object.keys(inquiry) },
  ],
  [
    "a member's inquiry: with the token, and the file that was chosen [P119.2 P148.2 P155.3]",
    () => callApi("createInquiry", { tokens, form: formOf(inquiry, picture) }),
    { line: "POST /api/support/inquiries", parts: [...Object.keys(inquiry), "file"], bearer },
  ],
  [
    "inquiries: page and size, authenticated [P148.2 P156.1]",
    () => callApi("inquiries", { tokens, query: { page: 2, size: 10 } }),
    { line: "GET /api/support/inquiries?page=2&size=10", bearer },
  ],
  [
    "one inquiry: the bearer and no query",
    () => callApi("inquiry", { tokens, params: { id: "INQ-1" } }),
    { line: "GET /api/support/inquiries/INQ-1", bearer },
  ],
  [
    "reply: its content as multipart [P158.1]",
    () => callApi("replyToInquiry", { tokens, params: { id: "INQ-1" }, form: formOf({ content: "c" }) }),
    { line: "POST /api/support/inquiries/INQ-1/message", parts: ["content"], bearer },
  ],
  [
    "one suggestion: the bearer and no query [P122.1 P159.1]",
    () => callApi("suggestion", { ...reader, params: { sId: 19 } }),
    { line: "GET /api/dao/suggestions/19", bearer },
  ],
  [
    "suggestions: type, by, status, sort and page [P160.1]",
    () =>
      callApi("suggestions", {
        ...reader,
        query: { type: "EVENT", by: "me", status: "PASSED", sort: "POPULAR", page: 2 },
      }),
    { line: "GET /api/dao/suggestions?page=2&type=EVENT&by=me&status=PASSED&sort=POPULAR", bearer },
  ],
  [
    "debates: page [P122.1 P161.1]",
    () => callApi("debates", { ...reader, params: { sId: 19 }, query: { page: 2 } }),
    { line: "GET /api/dao/suggestions/19/debates?page=2", bearer },
  ],
  [
    "comments: under suggestion and debate, with a page [P122.1 P162.1]",
    () => callApi("comments", { ...reader, params: { sId: 19, dId: 3 }, query: { page: 2 } }),
    { line: "GET /api/dao/suggestions/19/debates/3/comments?page=2", bearer },
  ],
  [
    "like: an empty body [P163.1]",
    () => callApi("likeDebate", { tokens, params: { sId: 19, dId: 3 } }),
    { line: "POST /api/dao/suggestions/19/debates/3/like", bearer },
  ],
  [
    "report: a JSON body, authenticated [P164.1]",
    () =>
      callApi("report", { tokens, json: { targetType: "DEBATE", targetId: 3, reason: "SPAM", detail: "d" } }),
    {
      line: "POST /api/dao/report",
      body: { targetType: "DEBATE", targetId: 3, reason: "SPAM", detail: "d" },
      bearer,
    },
  ],
  [
    "governance members: type and page [P165.1]",
    () => callApi("daoMembers", { ...reader, query: { type: "ENTRY", page: 2 } }),
    { line: "GET /api/dao/members?type=ENTRY&page=2", bearer },
  ],
])("the API receives what the specification says of the call: %s", (_, call, sent) => expectSent(call, sent));
