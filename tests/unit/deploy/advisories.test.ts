import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import advisories from "../../../tools/advisories.json";
import { affected } from "../../../tools/advisories";

const lockWith = (path: string, version: string, dev = false) => ({ packages: { [path]: { version, dev } } });
const ws = { package: "ws", vulnerable: ">=8.0.0 <8.21.0", problem: "" };

it("finds a production dependency at any depth, and no other", () => {
  expect(affected(ws, lockWith("node_modules/viem/node_modules/ws", "8.18.3"))).toEqual(["ws@8.18.3"]);
  expect(affected(ws, lockWith("node_modules/ws", "8.21.0"))).toEqual([]);
  expect(affected(ws, lockWith("node_modules/ws", "8.18.3", true))).toEqual([]);
  expect(affected(ws, lockWith("node_modules/isows", "8.18.3"))).toEqual([]);
});

it("no production dependency has an advisory that the list does not accept with a reason", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Parameters<typeof affected>[1];
  const open = advisories.filter((advisory) => !("accepted" in advisory));
  expect(open.flatMap((advisory) => affected(advisory, lock))).toEqual([]);
});
