import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "#server/config/env.server";
import { errorResponse } from "#server/web/error-response.server";
import { ApiError } from "#server/errors/api-error";
import { orderTokens } from "#server/session/token-sources.server";
import { Browser, configureRefresh, member, token } from "./support";

/** The API's response to a refresh call. The real client and error catalogue process it. */
type Responder = (response: ServerResponse) => void;
const json =
  (body: unknown, status = 200): Responder =>
  (response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  };
const success = (data: unknown) => json({ result: 1, message: "", data });

let access: Responder;
let restore: Responder;
let asked: { path: string; authorization: string | undefined }[] = [];

const api = createServer((request: IncomingMessage, response) => {
  const path = request.url ?? "";
  asked.push({ path, authorization: request.headers.authorization });
  (path.startsWith("/auth/refresh/access-token") ? access : restore)(response);
});

beforeAll(async () => {
  api.listen(0, "127.0.0.1");
  await once(api, "listening");
  env().apiBaseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => {
  api.closeAllConnections();
  api.close();
});

const renewed = token(900, "renewed");
beforeEach(() => {
  // Another file may have replaced the calls, and files share their modules. Before each test, because Vitest goes on to
  // restore the spies of earlier files after each test, and a spy may have been on a replaced call.
  configureRefresh();
  asked = [];
  access = success({ accessToken: renewed });
  restore = success(member({ accessToken: token(900, "restored"), firstName: "Restored" }));
});

const expiredMember = member({ accessToken: token(-1) });
async function signedIn(): Promise<Browser> {
  const browser = new Browser();
  await browser.signIn(expiredMember);
  return browser;
}

it("asks with the refresh token as bearer, and for nothing else", async () => {
  const browser = await signedIn();
  expect(await (await browser.visit()).accessToken()).toBe(renewed);
  expect(asked).toEqual([
    { path: "/auth/refresh/access-token", authorization: `Bearer ${expiredMember.refreshToken}` },
  ]);
});

const refusals: [string, Responder][] = [
  ["401", json({}, 401)],
  ["403", json({}, 403)],
  ["a plain failure", json({ result: 0, message: "", data: null })],
  ["invalid token", json({ result: 1010, message: "", data: null }, 400)],
  ["expired token", json({ result: 1016, message: "", data: null })],
  ["suspended", json({ result: 1005, message: "", data: {} })],
];

describe.each(refusals)("refused with %s", (_, refusal) => {
  it("the session is restored [A105.1 A105.2]", async () => {
    access = refusal;
    const browser = await signedIn();
    const session = await browser.visit();
    expect(await session.accessToken()).toBeDefined();
    expect(session.user?.firstName).toBe("Restored");
    expect(asked.map(({ path }) => path)).toEqual([
      "/auth/refresh/access-token",
      "/auth/refresh/session?platform=WEB",
    ]);
  });

  it("both times, the visitor is signed out with the message, once", async () => {
    access = restore = refusal;
    const browser = await signedIn();
    const session = await browser.visit();
    expect(await session.accessToken()).toBeUndefined();
    expect(session.isSignedIn).toBe(false);
    expect(await session.accessToken()).toBeUndefined();
    expect(await (await browser.visit()).accessToken()).toBeUndefined();
    expect(asked).toHaveLength(2);
    expect((await browser.visit()).data).toEqual({
      flash: [{ id: expect.any(String) as string, kind: "error", key: "errors:http.401" }],
    });
  });
});

const failures: [string, Responder, number][] = [
  ["500", json({}, 500), 502],
  ["404", json({}, 404), 404],
  ["429", json({}, 429), 502],
  ["HTML", (response) => response.writeHead(200).end("<html>"), 502],
  ["a wrong shape", success({ token: 1 }), 502],
  ["data null", success(null), 502],
  ["a redirect", (response) => response.writeHead(302, { Location: "http://127.0.0.1:1/" }).end(), 502],
  ["a broken connection", (response) => response.destroy(), 503],
];

describe.each(failures)("failed with %s", (_, failure, status) => {
  it("nobody is signed out, and each waiting request gets an answer of its own", async () => {
    access = failure;
    const browser = await signedIn();
    const sessions = await Promise.all([1, 2, 3].map(() => browser.visit()));
    const errors = await Promise.all(
      sessions.map((session) =>
        session.accessToken().then(
          () => expect.fail("nothing was thrown"),
          (error: unknown) => error,
        ),
      ),
    );
    for (const error of errors) {
      if (!(error instanceof ApiError)) throw error;
      expect(error.status).toBe(status);
      expect(await errorResponse(error, {})?.text()).toContain("messageKey");
    }
    expect(asked).toHaveLength(1);
    const after = await browser.visit();
    expect(after.isSignedIn).toBe(true);
    expect(after.data.flash).toBeUndefined();
    access = success({ accessToken: renewed });
    expect(await after.accessToken()).toBe(renewed);
  });
});

describe("an API that gives a new refresh token with each use, and refuses the old one", () => {
  const ended = member({ accessToken: token(-1), ecAccessToken: token(-1, "ec") });
  let good = "";
  const bearer = () => asked.at(-1)?.authorization?.replace("Bearer ", "");
  beforeEach(() => {
    good = ended.refreshToken;
    access = (response) => (bearer() === good ? success({ accessToken: renewed }) : json({}, 401))(response);
    restore = (response) => {
      if (bearer() !== good) return json({}, 401)(response);
      good = token(86_400, `refresh ${asked.length}`);
      const answer = success(
        member({ accessToken: token(900, "new"), ecAccessToken: token(900, "new ec"), refreshToken: good }),
      );
      setTimeout(() => answer(response), 80);
    };
  });

  it("nobody is signed out when a page needs the access token and the order service's at once", async () => {
    const browser = new Browser();
    await browser.signIn(ended);
    const [one, other, third] = await Promise.all([browser.visit(), browser.visit(), browser.visit()]);
    const [orders, accessToken, again] = await Promise.all([
      orderTokens(one),
      other.accessToken(),
      orderTokens(third),
    ]);
    expect([await orders?.accessToken(), accessToken, await again?.accessToken()]).toEqual([
      expect.any(String),
      expect.any(String),
      await orders?.accessToken(),
    ]);
    const after = await browser.visit();
    expect(after.isSignedIn).toBe(true);
    expect(after.data.tokens?.refreshToken).toBe(good);
    expect(after.data.flash).toBeUndefined();
  });

  it("a refusal signs out what was refused, not the tokens that came meanwhile", async () => {
    const browser = new Browser();
    await browser.signIn(ended);
    const [session, other] = await Promise.all([browser.visit(), browser.visit()]);
    const answers = { refused: json({}, 401) };
    good = token(86_400, "of another process");
    const tokens = { accessToken: token(900, "other"), refreshToken: good, ecAccessToken: "" };
    restore = (response) => {
      // The lock of a stalled process has expired, and another process has renewed the tokens.
      void other.update((draft) => void (draft.tokens = tokens)).then(() => answers.refused(response));
    };
    expect(await session.accessToken()).toBe(tokens.accessToken);
    expect((await browser.visit()).data.tokens).toEqual(tokens);
  });
});
