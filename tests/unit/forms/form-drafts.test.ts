/** What was typed into a form that could not be sent, and how long it waits. */
import { beforeEach, expect, it, vi } from "vitest";
import { deleteDraft, readDraft, saveDraft } from "#server/forms/form-drafts.server";
import type { Session } from "#server/session/session.server";
import type { SessionData } from "#server/session/session-data";

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
