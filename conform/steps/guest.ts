import { NoVerdict } from "../env";
import type { Run, Step } from "../run";
import { tryMutations } from "../mutations";
import { isFile, isSignedIn, type Contract, type Field } from "../contract";

const LANGUAGES = ["EN", "JA", "KO", "ZH"] as const;

/** Returns a function that lists the request rules of these calls. */
export const requestRules =
  (...ids: string[]) =>
  (contract: Contract): string[] =>
    ids.flatMap((id) => {
      const call = contract.call(id);
      const fields = (where: string, all: Field[]) =>
        all.filter((field) => !isFile(field)).map(({ name }) => `${id} ${where}.${name}`);
      return [
        ...fields("query", call.query),
        ...fields("body", call.body.fields),
        ...(call.body.type === "json" ? [`${id} body`] : []),
      ];
    });

export const newsQuery = { scope: "WEB", language: "EN", page: 1, size: 10 };
export const faqQuery = { language: "EN", page: 1, size: 10 };

/** Checks that the API responds, that its clock is right, and how it responds to unknown paths and methods. */
export const reach: Step = {
  id: "reach",
  needs: [],
  rules: () => ["reach", "reach clock", "reach unknown path", "reach wrong method"],
  async run(run) {
    const call = run.contract.call("news.list");
    const first = await run.call("news.list", { query: newsQuery });
    const { error, reason, headers, status } = first.response;
    if (error === "connection" || error === "timeout") {
      throw new NoVerdict(
        error === "timeout" ? `no answer within ${call.timeoutMs * 2} ms` : (reason ?? "no connection"),
      );
    }
    run.check("reach", "reach", !(status >= 300 && status < 400), {
      path: "status",
      found: `HTTP ${status} to ${headers.get("location") ?? "nowhere"}`,
      wanted: "an answer; redirects are not followed",
    });
    const date = Date.parse(headers.get("date") ?? "");
    const apart = Math.round(Math.abs(date - run.env.now()) / 1000);
    run.check("reach clock", "reach", apart <= 60, {
      path: "header Date",
      found: Number.isNaN(date) ? "nothing" : `${apart} s apart from this machine`,
      wanted: "at most 60 s apart",
      source: "money.md 8, M8.4",
    });
    const unknown = { ...call, id: "reach", path: "conform/no-such-call" };
    const nowhere = await run.client.send(unknown, {});
    run.check("reach unknown path", "reach", nowhere.status === 404, {
      path: "status",
      found: `HTTP ${nowhere.status}`,
      wanted: "404 for an unknown path: so the site finds out which calls exist",
      source: "money.md 9",
    });
    const wrong = await run.client.send({ ...call, id: "reach", method: "PUT" }, { body: {} });
    run.check("reach wrong method", "reach", wrong.status >= 400 && wrong.status < 500, {
      path: "status",
      found: `PUT news → HTTP ${wrong.status}`,
      wanted: "4xx",
    });
  },
};

interface Page {
  items?: { id: number; type?: string; title?: string }[];
}

/** Reads the guest's pages: news with each filter, one post, FAQ, a wallet nonce. */
export const guestReads: Step = {
  id: "guest reads",
  needs: [],
  rules: () => [
    "news.list answer",
    "news.one answer",
    "support.faq answer",
    "auth.walletNonce answer",
    "news.list filter",
    "news.one unknown",
    "support.faq filter",
    "auth.checkEmail unknown",
  ],
  async run(run) {
    for (const language of LANGUAGES) await run.ok("news.list", { query: { ...newsQuery, language } });
    const all = await run.ok<Page>("news.list", { query: newsQuery });
    for (const type of ["ANNOUNCEMENT", "UPDATE", "EVENT"]) {
      const page = await run.ok<Page>("news.list", { query: { ...newsQuery, type } });
      const other = page?.items?.find((item) => item.type !== type);
      run.check("news.list filter", "news.list", other === undefined, {
        path: "data.items[].type",
        found: `type=${type} → ${other?.type}`,
        wanted: "posts of the type alone",
      });
    }
    const word = (all?.items?.[0]?.title ?? "Soria").slice(0, 3);
    for (const by of ["TITLE", "TITLE_CONTENT"]) {
      const page = await run.ok<Page>("news.list", { query: { ...newsQuery, by, keyword: word } });
      run.check(
        "news.list filter",
        "news.list",
        !page || (page.items?.length ?? 0) > 0 || !all?.items?.length,
        {
          path: "data.items",
          found: `by=${by} with the start of a title → no post`,
          wanted: "the post with this title",
        },
      );
    }
    const id = all?.items?.[0]?.id;
    if (id === undefined) run.findings.skip("news.one answer", "there is no post to read");
    else await run.ok("news.one", { params: { id }, query: { language: "EN" } });
    const none = await run.call("news.one", { params: { id: 999_999_999 }, query: { language: "EN" } });
    run.refused("news.one unknown", "news.one", none, { what: "a post that does not exist" });
    const faq = await run.ok<Page>("support.faq", { query: faqQuery });
    const type = faq?.items?.[0]?.type;
    if (type !== undefined) {
      const page = await run.ok<Page>("support.faq", { query: { ...faqQuery, type } });
      run.check(
        "support.faq filter",
        "support.faq",
        (page?.items ?? []).every((item) => item.type === type),
        {
          path: "data.items[].type",
          found: "another category",
          wanted: `type=${type} alone`,
        },
      );
    }
    await run.ok("auth.walletNonce");
    const known = await run.ok<boolean>("auth.checkEmail", { body: { email: run.address() } });
    run.check("auth.checkEmail unknown", "auth.checkEmail", known !== true, {
      path: "data",
      found: true,
      wanted: "false for an address that nobody has",
    });
  },
};

/** Sends invalid requests to calls that change nothing and need no sign-in. */
export const guestRefusals: Step = {
  id: "guest refusals",
  needs: [],
  rules: requestRules("news.list", "news.one", "support.faq", "auth.checkEmail"),
  async run(run) {
    const search = { ...newsQuery, type: "EVENT", by: "TITLE", keyword: "a" };
    await tryMutations(run, "news.list", () => ({ query: search }));
    const page = await run.ok<Page>("news.list", { query: newsQuery });
    const id = page?.items?.[0]?.id;
    if (id !== undefined)
      await tryMutations(run, "news.one", () => ({ params: { id }, query: { language: "EN" } }));
    await tryMutations(run, "support.faq", () => ({ query: faqQuery }));
    await tryMutations(run, "auth.checkEmail", () => ({ body: { email: run.address() } }));
  },
};

/** Guest calls that must refuse made-up values. They change nothing. */
const MADE_UP: [string, (run: Run) => object][] = [
  [
    "auth.signIn",
    (run) => ({ email: run.address(), password: "conform-1!", language: "EN", platform: "WEB" }),
  ],
  ["auth.verifyCode", (run) => ({ email: run.address(), authCode: "000000" })],
  ["auth.token", (run) => ({ email: run.address(), authCode: "000000" })],
  ["auth.forgotPassword", (run) => ({ email: run.address(), language: "EN" })],
  ["auth.resetPassword", () => ({ password: "conform-1!", token: "conform.conform.conform" })],
  ["auth.walletSignIn", () => ({ message: "conform", signature: "0x00", language: "EN", platform: "WEB" })],
];

export const madeUp: Step = {
  id: "made-up values",
  needs: [],
  rules: () => MADE_UP.map(([id]) => `${id} made-up`),
  async run(run) {
    for (const [id, body] of MADE_UP) {
      const outcome = await run.call(id, { body: body(run), token: undefined });
      // Some calls report failure with `data.result: 0` in a success envelope.
      const isNo = outcome.kind === "success" && (outcome.data as { result?: number } | null)?.result === 0;
      run.findings.try(`${id} made-up`);
      if (!isNo) run.refused(`${id} made-up`, id, outcome, { what: "made-up values" });
    }
  },
};

/**
 * Sends each call that requires a token without one, and with an invalid one. Expects 401, a valid envelope and no
 * data.
 */
export const tokenless: Step = {
  id: "without a token",
  needs: [],
  rules: (contract) => contract.calls.filter(isSignedIn).map(({ id }) => `${id} token`),
  async run(run) {
    for (const call of run.contract.calls.filter(isSignedIn)) {
      const rule = `${call.id} token`;
      if (!run.client.has(call.service)) {
        run.findings.skip(rule, "needs --orders URL");
        continue;
      }
      const { params, query, body } = call.example;
      for (const token of [undefined, "conform.conform.conform"]) {
        const outcome = await run.call(call.id, {
          params,
          token,
          query,
          ...(call.body.type === "json" && { body }),
          ...(call.body.type === "multipart" && { form: body as Record<string, string> }),
        });
        const what = token === undefined ? "without a token" : "with a token that is none";
        run.findings.try(rule);
        if (outcome.kind === "broken") continue;
        if (call.basis !== "proposed" && isNotThere(outcome.response.status)) {
          run.absent(call.id, run.describe(outcome));
          break;
        }
        // The API may lack a proposed call.
        const isAbsent = call.basis === "proposed" && isNotThere(outcome.response.status);
        run.check(rule, call.id, outcome.response.status === 401 || isAbsent, {
          path: "status",
          found: `${what} → ${run.describe(outcome)}`,
          wanted: "HTTP 401",
        });
        const data = outcome.kind === "refusal" ? outcome.data : undefined;
        run.check(rule, call.id, data == null || JSON.stringify(data) === "{}", {
          path: "data",
          found: data,
          wanted: "no data",
        });
      }
    }
  },
};

const isNotThere = (status: number) => [404, 405, 501].includes(status);
