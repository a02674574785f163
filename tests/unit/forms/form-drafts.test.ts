/** What was typed into a form that could not be sent, and how long it waits. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ATTACHMENT_FIELD, ATTACHMENT_NAME_FIELD } from "~/domain/form-setup";
import { attachedTo, deleteDraft, fileOf, readDraft, saveDraft } from "#server/forms/form-drafts.server";
import type { Session } from "#server/session/session.server";
import type { SessionData, StoredFile } from "#server/session/session-data";

const HOUR_MS = 3_600_000;

/** A session, as far as drafts use one. */
function sessionOf() {
  const data = {} as SessionData;
  const update = (edit: (draft: SessionData) => void) => Promise.resolve(edit(data));
  return { data, update } as unknown as Session;
}

let session: Session;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 25), toFake: ["Date"] });
  session = sessionOf();
});

const save = (form: string, who: string, values: Record<string, string> = { text: form }) =>
  saveDraft(session, { form, who, values });

it("is kept for an hour, and no longer", async () => {
  const at = Date.now();
  expect(await save("inquiry", "7")).toBe(true);
  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(readDraft(session, "inquiry", "7")).toEqual({ values: { text: "inquiry" }, at });
  vi.advanceTimersByTime(1);
  expect(readDraft(session, "inquiry", "7")).toBeNull();
});

it("is shown to who typed it, and a guest's to whoever the visitor becomes", async () => {
  await save("inquiry", "7");
  await save("report", "");
  expect(readDraft(session, "inquiry", "8")).toBeNull();
  expect(readDraft(session, "inquiry", "")).toBeNull();
  expect(readDraft(session, "other", "7")).toBeNull();
  expect(readDraft(session, "report", "8")?.values).toEqual({ text: "report" });
});

it("keeps what has words, up to 10,000 characters", async () => {
  expect(await save("a", "7", { text: "  ", other: "" })).toBe(false);
  expect(await save("a", "7", { text: "x".repeat(10_001) })).toBe(false);
  expect(session.data.kept).toBeUndefined();
  expect(await save("a", "7", { text: "x".repeat(5_000), more: "y".repeat(5_000), none: " " })).toBe(true);
  expect(Object.keys(readDraft(session, "a", "7")?.values ?? {})).toEqual(["text", "more"]);
});

it("keeps the last three forms, and the last words of each", async () => {
  for (const form of ["a", "b", "c", "d"]) await save(form, "7");
  await save("d", "7", { text: "again" });
  expect(session.data.kept?.map(({ form }) => form)).toEqual(["b", "c", "d"]);
  expect(readDraft(session, "d", "7")?.values).toEqual({ text: "again" });
  await save("d", "8");
  expect(session.data.kept?.map(({ form, who }) => form + who)).toEqual(["c7", "d7", "d8"]);
});

it("is forgotten once it was sent; what others typed there stays", async () => {
  await save("a", "7");
  await save("a", "8");
  await save("b", "");
  await deleteDraft(session, "a", "7");
  expect(session.data.kept?.map(({ form, who }) => form + who)).toEqual(["a8", "b"]);
  await deleteDraft(session, "none", "7");
  await deleteDraft(session, "b", "7");
  await deleteDraft(session, "a", "8");
  expect(session.data).not.toHaveProperty("kept");
});

it("is forgotten once, where two requests have sent it", async () => {
  await save("a", "7");
  const left: SessionData = {};
  const late = {
    data: { ...session.data },
    update: async (edit: (draft: SessionData) => void) => edit(left),
  };
  await deleteDraft(late as unknown as Session, "a", "7");
  expect(left).toEqual({});
});

describe("the picture of a form", () => {
  const picture = (id: string, who?: string): StoredFile => ({
    ...{ id, name: `${id}.png`, size: 12, type: "image/png", extension: "png", at: 1 },
    ...(who !== undefined && { who }),
  });
  const attach = (...attachments: StoredFile[]) => Object.assign(session.data, { attachments });
  const sent = (id: string | File, name?: string) => {
    const form = new FormData();
    form.set(ATTACHMENT_FIELD, id);
    if (name !== undefined) form.set(ATTACHMENT_NAME_FIELD, name);
    return form;
  };

  it("is kept without words as well; the page sees its id, name and size alone", async () => {
    const at = Date.now();
    const work = { form: "inquiry", who: "7", values: {} };
    expect(await saveDraft(session, { ...work, file: picture("a", "7") })).toBe(true);
    const file = { id: "a", name: "a.png", size: 12 };
    expect(readDraft(session, "inquiry", "7")).toStrictEqual({ values: {}, at, file });
    expect(await saveDraft(session, { ...work, lost: "b.png" })).toBe(true);
    expect(readDraft(session, "inquiry", "7")).toStrictEqual({ values: {}, at, lost: "b.png" });
  });

  it("is the one that came with it, from now on that of its sender", () => {
    const { at: _, ...received } = picture("new");
    attach(picture("old"));
    expect(attachedTo(session, sent("old"), "7", received)).toEqual({
      file: { ...received, at: Date.now(), who: "7" },
    });
  });

  it("is the one that was sent before, in the session or in a draft; another member's is not found", async () => {
    expect(fileOf(session, "a", "7")).toBeUndefined();
    await save("words", "7");
    attach(picture("guest's"), picture("b", "7"));
    await saveDraft(session, { form: "inquiry", who: "8", values: {}, file: picture("c", "8") });
    const found = (who: string) =>
      ["guest's", "b", "c", "none"].filter((id) => fileOf(session, id, who)?.id === id);
    expect([found("7"), found("8"), found("")]).toEqual([["guest's", "b"], ["guest's", "c"], ["guest's"]]);
    expect(attachedTo(session, sent("c"), "8", undefined)).toEqual({ file: picture("c", "8") });
  });

  it("leaves its name, of at most 100 characters on one line, where the session has lost it", () => {
    attach(picture(""));
    const lost = (id: string | File, name?: string) => attachedTo(session, sent(id, name), "7", undefined);
    expect(lost("gone", "my\ncat.png")).toEqual({ lost: "my cat.png" });
    expect(lost("gone", "x".repeat(101))).toEqual({ lost: "x".repeat(100) });
    expect(lost("gone", "")).toEqual({});
    expect(lost("gone")).toEqual({});
    // Without an id no picture was sent before; a browser without scripts sends an empty file.
    expect(lost("", "cat.png")).toEqual({});
    expect(lost(new File([], ""), "cat.png")).toEqual({});
    expect(attachedTo(session, new FormData(), "7", undefined)).toEqual({});
  });
});
