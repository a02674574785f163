/**
 * After each error of each form, what a visitor does next: reload it, change something else, leave and come back, press
 * back and send once more, send it right. Nothing breaks (an error that a page throws fails the test, whoever catches
 * it), no word is lost, and in the end it is done, once it is right.
 */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { MadeMember } from "#server/sandbox/switches/members";
import { sandbox } from "../mocks/server";
import { formIn, type Shown, SiteBrowser } from "../setup/site-browser";
import {
  cases,
  deedsOf,
  enter,
  type FormCase,
  made,
  openForms,
  send,
  standing,
  type World,
} from "./form-cases";

let site: Awaited<ReturnType<typeof openForms>>;
beforeAll(async () => {
  site = await openForms();
});
afterEach(async () => (await sandbox()).faults([]));

/** What a visitor types into no field, and what does not count as filled in. */
const unseen = ["intent", "confirmed", "script"];

/** The form with nothing in it. */
function emptied(typed: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, unseen.includes(name) ? value : ""]),
  );
}

interface State {
  state: string;
  of: (form: FormCase) => boolean;
  bad: (typed: Record<string, string>) => Record<string, string>;
  begin?: (form: FormCase) => Promise<void>;
}

const nothingTyped = ["sessions", "confirm-order", "purchase", "like"];

const states: State[] = [
  { state: "nothing is filled in", of: ({ name }) => !nothingTyped.includes(name), bad: emptied },
  {
    state: "the API refuses it",
    of: ({ call }) => call !== undefined,
    bad: (typed) => typed,
    async begin({ call = "", refusal = 9_999 }) {
      const [method = "", path = ""] = call.split("/…")[0]?.split(" ") ?? [];
      const body = { result: refusal, message: "refused", data: null };
      await (await sandbox()).faults([{ method, path, status: 400, body }]);
    },
  },
];

const cells = states.flatMap((state) =>
  cases.filter(state.of).map((form, index) => ({
    ...state,
    form,
    name: `${form.name} (${form.who})`,
    // The like button's script asks for data of its own.
    scripts: form.name !== "like" && index % 2 === (state.begin ? 0 : 1),
  })),
);

async function signedIn(browser: SiteBrowser, form: FormCase): Promise<MadeMember | undefined> {
  if (form.who !== "member") return undefined;
  const member = await made();
  await enter(browser, member);
  return member;
}

describe.each(states.map(({ state }) => state))("%s, and then", (wanted) => {
  it.each(cells.filter(({ state }) => state === wanted))("$name", async ({ form, scripts, bad, begin }) => {
    const browser = new SiteBrowser(site, scripts);
    const world: World = { browser, member: await signedIn(browser, form) };
    const page = await form.open(world);
    const typed = form.typed(world);
    await begin?.(form);
    const wrong = await browser.send(page, form.name, bad(typed));
    isToldIn(wrong, form);
    if (begin) for (const word of form.words) expect(standing(wrong), "what was typed").toContain(word);

    // A reload sends it once more.
    const again = await browser.send(page, form.name, bad(typed));
    expect([again.status, again.path], "reloaded").toEqual([wrong.status, wrong.path]);

    // Something else is changed: one field after the other is put right, the rest stays wrong.
    const fields = Object.keys(typed).filter((name) => !unseen.includes(name));
    for (const field of fields.length > 1 ? fields.slice(0, 2) : []) {
      const other = begin ? { ...typed, [field]: "" } : { ...emptied(typed), [field]: typed[field] ?? "" };
      const { status } = await browser.send(page, form.name, other);
      expect([field, status], "something else changed").not.toEqual([field, 500]);
    }

    // Another page, and back by its link; then the browser's back button, which shows the page of before.
    expect((await browser.open("/")).status).toBe(200);
    const back = await browser.open(page.path);
    expect(back.status, "come back").toBe(200);
    expect(() => formIn(back.html, form.name), "come back").not.toThrow();
    isToldIn(await browser.send(page, form.name, bad(typed)), form);

    await (await sandbox()).faults([]);
    const from = !scripts && wrong.html.includes(`id="${form.name}"`) ? wrong : page;
    const { shown, made: calls } = await deedsOf(() => send(world, from, form));
    expect(shown.status, `sent right, ${JSON.stringify(shown.data)}`).toBeLessThan(409);
    if (form.call) expect(calls).toContain(form.call);
  });
});

/** The page of the form, or the message beside it, says that something is wrong. */
function isToldIn({ status, html, data }: Shown, { name }: FormCase): void {
  expect(status).toBeLessThan(503);
  if (data) {
    expect(status, name).toBeGreaterThanOrEqual(400);
    expect(data.lastResult, name).toBeDefined();
  } else expect(html, name).toMatch(/role="alert"|class="toast/);
}
