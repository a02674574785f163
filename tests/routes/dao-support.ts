/** A visitor of the DAO's pages, and the API's responses to them. */
import { action as signIn } from "~/routes/account/sign-in/route";
import { PASSWORD } from "../mocks/sandbox";
import { sandbox } from "../mocks/server";
import { Visitor } from "../kit/visitors/visitor";

/** The suggestion with the most debates, and its debate with the most comments (server/sandbox/content). */
export const SID = { sId: "19" };
export const DEBATE = { sId: "19", dId: "1" };
export const DEBATE_PATH = "/dao/suggestions/19/debates/1";

/** Signs the visitor in, as a new member unless an address is given. */
export async function member(email?: string): Promise<void> {
  const address = email ?? (await (await sandbox()).make({})).email ?? "";
  await visitor.post(signIn, "/sign-in", { intent: "sign-in", email: address, password: PASSWORD });
}

/** Returns a rule by which the API answers a path of the DAO with this body. */
export const respond = (path: string, body: unknown) => ({
  path: `/api/dao${path}`,
  exact: true,
  status: 200,
  body,
});

/** The visitor of the test that runs. */
export let visitor: Visitor;

/** Goes on with a new visitor. */
export function newVisitor(): void {
  visitor = new Visitor();
}
