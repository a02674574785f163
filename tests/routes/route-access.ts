/** The site's routes, and who may see them: requested as a guest and as a member (route-list.test.ts). */
import type { AppLoadContext } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { beforeAll } from "vitest";
import routes from "~/routes";
import { errorResponse } from "#server/web/error-response.server";
import { applySessionCookie } from "#server/session/session.server";
import { PASSWORD } from "../mocks/sandbox";
import { sandbox } from "../mocks/server";
import { Visitor } from "../kit/visitors/visitor";
import { action as signIn } from "~/routes/account/sign-in/route";

/** Who may see a route. */
export type Access = "public" | "guest" | "member" | "step";

interface Entry {
  address: string;
  file: string;
  /** The route's module file and those of its layouts, outermost first. */
  branch: string[];
}

function flat(entries: RouteConfigEntry[], parent = "", around: string[] = []): Entry[] {
  return entries.flatMap(({ path = "", file, children }) => {
    const address = [parent, path].filter(Boolean).join("/");
    const branch = [...around, file];
    // A layout has no page; its index route represents it.
    if (children) return flat(children, address, branch);
    return [{ address: `/${address}`, file, branch }];
  });
}

/** All routes. */
export const entries = flat(routes);

const modules = import.meta.glob<Partial<Record<"loader" | "action", Handler>>>(
  "../../app/routes/**/{route.ts,route.tsx,announce-charge.ts,language.ts,robots.ts,sign-out.ts,sitemap.ts,theme.ts}",
);

type Handler = (args: {
  request: Request;
  params: Record<string, string>;
  context: AppLoadContext;
}) => unknown;

const moduleOf = async (file: string) => (await modules[`../../app/${file}`]?.()) ?? {};

interface Asked {
  path: string;
  status: number;
  location: string;
  /** Whether the response sets a cookie, which is the message of Invalid Access. */
  isKept: boolean;
}

const params: Record<string, string> = {
  id: "1",
  sId: "19",
  dId: "1",
  orderNumber: "ORDER-1",
  "*": "nowhere",
};

/** Requests a route without a page around it. */
export async function ask(
  entry: Entry,
  name: "loader" | "action",
  headers: Record<string, string>,
): Promise<Asked> {
  const path = entry.address.replace(
    /:(\w+)|\*/g,
    (whole, key: string | undefined) => params[key ?? whole] ?? "",
  );
  const body = name === "action" ? new URLSearchParams() : null;
  const context: AppLoadContext = {};
  const files = name === "loader" ? entry.branch : [entry.file];
  for (const file of files) {
    const handler = (await moduleOf(file))[name];
    if (!handler) continue;
    const request = new Request(`http://localhost:3000${path}`, {
      method: body ? "POST" : "GET",
      headers: { Origin: "http://localhost:3000", ...headers },
      body,
    });
    let answer: unknown;
    try {
      answer = await handler({ request, params, context });
    } catch (thrown) {
      answer = thrown instanceof Response ? thrown : errorResponse(thrown, context);
      if (!answer) throw thrown;
    }
    if (!(answer instanceof Response)) continue;
    const location = (answer.headers.get("Location") ?? "").replace("http://localhost:3000", "");
    if (answer.status >= 300) {
      const headers = new Headers(answer.headers);
      await applySessionCookie(headers, context);
      return { path, status: answer.status, location, isKept: headers.has("Set-Cookie") };
    }
  }
  return { path, status: 200, location: "", isKept: false };
}

/** Returns who may see a route. */
export async function accessOf(entry: Entry): Promise<Access> {
  const { loader, action } = await moduleOf(entry.file);
  const guest = await ask(entry, loader ? "loader" : "action", {});
  if (isToSignIn(guest)) return "member";
  if (guest.location === "/" && guest.isKept) return "step";
  if (guest.status === 200) {
    const member = await ask(entry, loader ? "loader" : "action", { Cookie: cookie });
    return member.location === "/" ? "guest" : "public";
  }
  // The URL accepts POST; a GET is redirected.
  return action && isToSignIn(await ask(entry, "action", {})) ? "member" : "public";
}

/** Returns whether a response leads to the sign-in, and from there back to the same address. */
export const isToSignIn = ({ path, location }: Asked) =>
  location === `/sign-in?${new URLSearchParams({ redirectTo: path })}`;

/** What app/routes.md says of each kind. */
export const ACCESS: Record<Access, string> = {
  public: "everybody",
  guest: "guests; a member is led on",
  member: "members; a guest is asked to sign in",
  step: "after the step before; else Invalid Access",
};

let cookie = "";

/** Signs a member in before the tests of the file. */
export function useMember(): void {
  beforeAll(async () => {
    const visitor = new Visitor();
    const { email } = await (await sandbox()).make();
    await visitor.post(signIn, "/sign-in", { intent: "sign-in", email: email ?? "", password: PASSWORD });
    cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  });
}
