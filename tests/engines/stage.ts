/** Context of a journey, and the sign-in that most begin with. */
import type { Member, SandboxClient } from "../kit/visitors/sandbox-client";
import { texts } from "../kit/data/texts";
import type { Visitor } from "./visitor";

export const account = texts("ja", "account");

export const store = texts("ja", "store");

export const main = { role: "main" };

export const dialog = { role: "dialog" };

/** Context of a journey. */
export interface Stage {
  visitor: Visitor;
  sandbox: SandboxClient;
}

/** Fills in and submits the sign-in. */
export async function typesSignIn(visitor: Visitor, email: string, password: string): Promise<void> {
  await visitor.types(account("signIn.email"), email, main);
  await visitor.types(account("signIn.password"), password, main);
  await visitor.press("button", account("signIn.submit"), main);
}

/** Signs a new member in. */
export async function signsIn({ visitor, sandbox }: Stage, order = {}): Promise<Member> {
  const member = await sandbox.makeMember(order);
  await visitor.opens("/sign-in");
  await typesSignIn(visitor, member.email, member.password);
  await visitor.arrivesAt(/^\/$/);
  return member;
}
