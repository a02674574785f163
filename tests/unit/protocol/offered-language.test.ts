import { expect, it } from "vitest";
import { offeredLanguage } from "#server/protocol/language.server";

it.each([
  ["fr-FR,fr;q=0.9", "en"],
  ["fr, ko;q=0.5", "ko"],
  ["fr, ja;q=0.5", undefined],
  ["*", undefined],
  ["", undefined],
  ["fr;q=0", undefined],
])("offers a reader of %s %s", (accepted, offered) => {
  expect(offeredLanguage({ url: "/", headers: { "accept-language": accepted } })).toBe(offered);
});
