/** Members on their own pages, and the loaders of those pages. */
import { expect } from "vitest";
import { signInAction } from "~/routes/account/sign-in/action.server";
import type { loader as ordersLoader } from "~/routes/my-page/ecommerce-history/route";
import type { loader as historyLoader } from "~/routes/my-page/history/route";
import { getSession } from "#server/session/session.server";
import type { MadeMember, MemberOrder } from "#server/sandbox/switches/members";
import { sandbox } from "../../mocks/server";
import { Visitor } from "../../kit/visitors/visitor";

/** Signs a member in. */
export async function signIn(visitor: Visitor, { email, password }: MadeMember): Promise<void> {
  const response = await visitor.post(signInAction, "/sign-in", { email: email ?? "", password });
  expect(response.status).toBe(303);
}

/** Creates a member and signs them in. */
export async function memberVisits(
  order: MemberOrder = {},
): Promise<{ visitor: Visitor; member: MadeMember }> {
  const visitor = new Visitor();
  const member = await (await sandbox()).make(order);
  await signIn(visitor, member);
  return { visitor, member };
}

/** Returns the data of a deferring loader. For a document it is complete. */
export async function deferred(
  loader: typeof historyLoader | typeof ordersLoader,
  visitor: Visitor,
  path: string,
  ask: "get" | "getData" = "get",
) {
  const responses: { data: Record<string, unknown>; status: number; location?: string | null }[] = [];
  const response = await visitor[ask](async (args) => {
    const { data, init } = (await loader(args)) as unknown as {
      data: Record<string, unknown>;
      init?: ResponseInit;
    };
    responses.push({ data, status: init?.status ?? 200 });
    return new Response();
  }, path);
  return (
    responses[0] ?? {
      data: {} as Record<string, unknown>,
      status: response.status,
      location: response.location,
    }
  );
}

/** Returns the session of a visitor's cookies. */
export async function sessionOf(visitor: Visitor) {
  const request = new Request("http://localhost:3000/", { headers: visitor.headers() });
  return getSession({ request, context: {} });
}
