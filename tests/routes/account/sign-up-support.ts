/** A visitor who signs up, step by step. */
import { beforeEach, vi } from "vitest";
import { action, loader } from "~/routes/account/sign-up/route";
import { PASSWORD } from "../../mocks/sandbox";
import { sandbox } from "../../mocks/server";
import { Visitor } from "../../kit/visitors/visitor";

/** Submits a step. */
export const send = (intent: string, fields: Record<string, string> = {}) =>
  visitor.post(action, "/sign-up", { intent, ...fields });

/** Returns the stage that the visitor has reached. */
export const stage = async () => (await visitor.get(loader, "/sign-up")).data.stage as string;

/** Returns the mails to the visitor's address. */
export const mails = async () => (await sandbox()).mails(email);

/** What the form of the last step sends. */
export const details = {
  password: PASSWORD,
  passwordConfirm: PASSWORD,
  firstName: "灯",
  lastName: "水野",
  agreement: "on",
};

/** Advances the clocks of both the site and the sandbox. */
export async function pass(ms: number) {
  vi.useFakeTimers({ now: Date.now() + ms, toFake: ["Date"] });
  (await sandbox()).clock.pass(ms);
}

/** The visitor of the test that runs, and their e-mail address. */
export let visitor: Visitor;
export let email: string;
let number = 0;

/** Begins each test of the file with a new visitor, who has opened the first step. */
export function useVisitor(): void {
  beforeEach(async () => {
    visitor = new Visitor();
    email = `visitor-${Date.now()}-${number++}@soria.test`;
    await visitor.get(loader, "/sign-up");
  });
}
