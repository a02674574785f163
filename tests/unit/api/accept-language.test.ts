/** A call whose response has texts is sent with one language tag of the contract. */
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi } from "#server/api/api.server";
import { env } from "#server/config/env.server";
import { readContract } from "../../../contract/openapi";
import { closed, listening } from "../../kit/programs/listening";
import { tokens } from "../purchases/fake-api";

const { apiBaseUrl } = env();
let accepted: (string | undefined)[] = [];
const server = createServer((request, response) => {
  accepted.push(request.headers["accept-language"]);
  response.setHeader("Content-Type", "application/json");
  response.end('{"result":1,"data":{"page":1,"page_count":0,"stats":{"total":0},"items":[]}}');
});
beforeAll(async () => {
  env().apiBaseUrl = await listening(server);
});
afterAll(() => {
  env().apiBaseUrl = apiBaseUrl;
  return closed(server);
});

it.each([
  ["ja", "ja"],
  ["en", "en"],
  ["ko", "ko"],
  ["zh", "zh-Hans"],
  [undefined, "ja"],
] as const)("the interface language %s is %s in the request", async (language, tag) => {
  accepted = [];
  await callApi("suggestions", { tokens, language, query: { page: 1 } });
  expect(accepted).toEqual([tag]);
  expect(readContract().document.components.schemas["LanguageTag"]?.enum).toContain(tag);
});
