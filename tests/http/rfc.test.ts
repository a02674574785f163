import { expect, inject, it } from "vitest";
import { httpRows } from "../kit/visitors/http-table";

const { origin } = inject("servedSite");

it.each(httpRows)("%s", async (_title, check) => {
  const { found, expected } = await check(origin);
  expect(found).toEqual(expected);
});
