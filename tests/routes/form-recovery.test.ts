/**
 * The visitor's next action after each error of each form: reload, change another field, leave and return, go back and
 * resubmit, submit valid input. No page may fail (an error thrown by a page fails the test even if it is caught), input
 * is kept, and the valid submission succeeds.
 */
import { describe, expect, it } from "vitest";
import type { MadeMember } from "#server/sandbox/switches/members";
import { faults } from "../mocks/server";
import { formIn, type Shown, SiteBrowser } from "../kit/visitors/site-browser";
import { cases, type FormCase, send } from "./form-cases";
import { deedsOf, enter, made, site, withForms, standing, type World } from "./form-site";

withForms();

/** Fields that the visitor does not type into and that do not count as filled in. */
const unseen = ["intent", "confirmed", "script"];

/** Returns the form's fields with all visible values empty. */
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

const nothingTyped = ["sessions", "calendar", "confirm-order", "purchase", "like"];

const states: State[] = [
  { state: "nothing is filled in", of: ({ name }) => !nothingTyped.includes(name), bad: emptied },
  {
    state: "the API refuses it",
    of: ({ call }) => call !== undefined,
    bad: (typed) => typed,
    async begin({ call = "", refusal = 9_999 }) {
      const [method = "", path = ""] = call.split("/…")[0]?.split(" ") ?? [];
      const body = { result: refusal, message: "refused", data: null };
      await faults({ method, path, status: 400, body });
    },
  },
];

const cells = states.flatMap((state) =>
  cases.filter(state.of).map((form, index) => ({
    ...state,
    form,
    name: `${form.name} (${form.who})`,
    // The like button's script uses a separate data request.
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

    // Reloading submits the form again.
    const again = await browser.send(page, form.name, bad(typed));
    expect([again.status, again.path], "reloaded").toEqual([wrong.status, wrong.path]);

    // Corrects one field at a time; the others stay invalid.
    const fields = Object.keys(typed).filter((name) => !unseen.includes(name));
    for (const field of fields.length > 1 ? fields.slice(0, 2) : []) {
      const other = begin ? { ...typed, [field]: "" } : { ...emptied(typed), [field]: typed[field] ?? "" };
      const { status } = await browser.send(page, form.name, other);
      expect([field, status], "something else changed").not.toEqual([field, 500]);
    }

    // Opens another page and returns by link. The form is then submitted from the earlier page, as after the back
    // button.
    expect((await browser.open("/")).status).toBe(200);
    const back = await browser.open(page.path);
    expect(back.status, "come back").toBe(200);
    expect(() => formIn(back.html, form.name), "come back").not.toThrow();
    isToldIn(await browser.send(page, form.name, bad(typed)), form);

    await faults();
    const from = !scripts && wrong.html.includes(`id="${form.name}"`) ? wrong : page;
    // With scripts the page takes over the id of the form that the response has issued.
    const { key } = (again.data ?? {}) as { key?: string };
    const sent =
      key === undefined
        ? () => send(world, from, form)
        : () => browser.send(from, form.name, { ...form.typed(world), key });
    const { shown, made: calls } = await deedsOf(sent);
    expect(shown.status, `sent right, ${JSON.stringify(shown.data)}`).toBeLessThan(409);
    if (form.call) expect(calls).toContain(form.call);
  });
});

/** Expects the form's page, or the message next to it, to report an error. */
function isToldIn({ status, html, data }: Shown, { name }: FormCase): void {
  expect(status).toBeLessThan(503);
  if (data) {
    expect(status, name).toBeGreaterThanOrEqual(400);
    expect(data.lastResult, name).toBeDefined();
  } else expect(html, name).toMatch(/role="alert"|class="toast/);
}
