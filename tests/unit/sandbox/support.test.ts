import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { beforeEach, describe, expect, it } from "vitest";
import type { NewsDetailData, NewsListData } from "#server/wire/news";
import type { FaqListData, InquiryDetailData, InquiryListData } from "#server/wire/support";
import { withSandbox } from "./support";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MB = 1024 * 1024;
const sandbox = withSandbox();
let token: string;

beforeEach(async () => {
  token = (await sandbox.signedIn()).token;
});

describe("news", () => {
  const list = async (query: string) => (await sandbox.call<NewsListData>(`/news?scope=WEB&${query}`)).data;

  it("is at least 36 posts, pinned first, then newest first, in four languages", async () => {
    const all = await list("language=EN&size=100");
    expect(all.stats.total).toBeGreaterThanOrEqual(36);
    const firstPlain = all.items.findIndex(({ is_fixed }) => !is_fixed);
    expect(all.items.slice(firstPlain).every(({ is_fixed }) => !is_fixed)).toBe(true);
    const times = all.items.slice(firstPlain).map(({ created_at }) => Date.parse(created_at ?? ""));
    expect([...times].sort((a, b) => b - a)).toEqual(times);
    expect(Math.max(...times)).toBeLessThanOrEqual(sandbox.clock.now);
    const titles = await Promise.all(
      ["JA", "EN", "KO", "ZH"].map(async (language) => (await list(`language=${language}`)).items[0]?.title),
    );
    expect(new Set(titles).size).toBe(4);
  });

  it("filters by type, and searches titles, or titles and content", async () => {
    const events = await list("language=EN&type=EVENT&size=100");
    expect(new Set(events.items.map(({ type }) => type))).toEqual(new Set(["EVENT"]));
    for (const query of ["type=NOTHING", "by=CONTENT", "language=en", "scope=APP", "page=0", "size="])
      expect((await sandbox.call(`/news?${query}`)).status, query).toBe(400);
    const inTitle = await list("language=EN&by=TITLE&keyword=BALLOON");
    const inBoth = await list("language=EN&by=TITLE_CONTENT&keyword=balloon");
    expect(inTitle.stats.total).toBeGreaterThan(0);
    expect(inBoth.stats.total).toBeGreaterThan(inTitle.stats.total);
    expect((await list("language=EN&by=TITLE_CONTENT&keyword=strong")).stats.total, "tags are no words").toBe(
      (await list("language=EN&by=TITLE_CONTENT&keyword=%3Cstrong%3E")).stats.total,
    );
  });

  it("counts views", async () => {
    const read = () => sandbox.call<NewsDetailData>("/news/40?language=KO");
    const { data } = await read();
    expect((await read()).data.total_views).toBe((data.total_views ?? 0) + 1);
  });

  it("brings the pictures of posts that have their own", async () => {
    const { items } = await list("language=KO&size=50");
    const posts = await Promise.all(
      items.map(({ id }) => sandbox.call<NewsDetailData>(`/news/${id}?language=KO`)),
    );
    const pictures = new Set(posts.flatMap(({ data }) => data.noticeImages.map(({ url }) => url)));
    expect(pictures.size).toBeGreaterThan(0);
    for (const url of pictures) {
      expect(url).toMatch(/^http:\/\/api\.test\/art\//);
      expect((await sandbox.fetch(new Request(url))).status, url).toBe(200);
    }
  });

  it.each(["0", "9999", "-1", "x"])("does not find %s", async (id) => {
    expect((await sandbox.call(`/news/${id}`)).status).toBe(404);
  });
});

it("FAQ counts every type, whatever the filter", async () => {
  const list = async (query: string) => (await sandbox.call<FaqListData>(`/support/faq?${query}`)).data;
  const all = await list("language=JA&size=100");
  expect(all.items.length).toBeGreaterThanOrEqual(24);
  const some = await list("language=JA&type=EVENT");
  expect(some.stats).toEqual(all.stats);
  expect(some.items).toHaveLength(all.stats.EVENT ?? -1);
});

describe("inquiries", () => {
  const fields = {
    typeCode: "BUG_ERROR",
    language: "JA",
    name: "水野 灯",
    email: "akari@soria.test",
    subject: "画面が白くなります",
    message: "一行目\n二行目 “引用”",
  };
  const form = (changed: object = {}, file?: { bytes: Uint8Array; name: string }) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...changed })) body.set(name, String(value));
    if (file) body.set("file", new File([new Uint8Array(file.bytes)], file.name));
    return body;
  };
  const post = (body: FormData, as: string | undefined = token) =>
    sandbox.call<{ publicId: string }>("/support/inquiries", {
      body,
      ...(as !== undefined && { token: as }),
    });
  const read = async (publicId: string) =>
    (await sandbox.call<InquiryDetailData>(`/support/inquiries/${publicId}`, { token })).data;
  const png = (size: number) => new Uint8Array([...PNG, ...randomBytes(size - PNG.length)]);
  const stored = () => readdir(sandbox.services.filesDir);

  it("keeps the words and the file byte for byte", async () => {
    const bytes = png(5 * MB);
    const { data } = await post(form({}, { bytes, name: "画面 (1).png" }));
    const detail = await read(data.publicId);
    expect(detail).toMatchObject({
      typeCode: "BUG_ERROR",
      customerType: "MEMBER",
      customerName: "水野 灯",
      status: "OPEN",
      messages: [{ senderType: "CUSTOMER", content: "一行目\n二行目 “引用”" }],
    });
    const [attachment] = detail.messages[0]?.attachments ?? [];
    expect(attachment?.fileName).toBe("画面 (1).png");
    const response = await sandbox.fetch(new Request(attachment?.fileUrl ?? ""));
    const digest = (data_: Uint8Array) => createHash("sha256").update(data_).digest("hex");
    expect(digest(new Uint8Array(await response.arrayBuffer()))).toBe(digest(bytes));
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment/);
  });

  it.each([
    ["5 MB and a byte", png(5 * MB + 1), "a.png", 1513],
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "a.svg", 1512],
    ["HTML named .png", Buffer.from("<!doctype html><script>1</script>"), "a.png", 1512],
    ["a picture named .exe", png(100), "a.png.exe", 1512],
    ["an empty file", new Uint8Array(), "a.png", 1512],
  ])("refuses %s, and keeps nothing of it", async (_what, bytes, name, code) => {
    const before = await stored();
    expect(await post(form({}, { bytes, name }))).toMatchObject({ status: 400, result: code });
    expect(await stored()).toEqual(before);
  });

  it.each([["typeCode"], ["name"], ["email"], ["subject"], ["message"]])("needs %s", async (name) => {
    expect(await post(form({ [name]: "  " }))).toMatchObject({ status: 400, result: 1514 });
  });

  it("removes the file when a field is wrong", async () => {
    const before = await stored();
    await post(form({ subject: "" }, { bytes: png(1000), name: "a.png" }));
    expect(await stored()).toEqual(before);
  });

  it("lets guests ask two types, and nobody read a guest's", async () => {
    const asGuest = (typeCode: string) =>
      sandbox.call<{ publicId: string }>("/support/inquiries", { body: form({ typeCode }) });
    expect((await asGuest("BUG_ERROR")).result).toBe(1514);
    const asMember = (typeCode: string) =>
      sandbox.call("/support/inquiries", { token, body: form({ typeCode }) });
    for (const typeCode of ["LOGIN_FAIL", "NON_MEMBER", "MC_RELATED"])
      expect((await asMember(typeCode)).result, typeCode).toBe(1514);
    const { data } = await asGuest("LOGIN_FAIL");
    expect((await sandbox.call(`/support/inquiries/${data.publicId}`, { token })).status).toBe(404);
    expect((await sandbox.call(`/support/inquiries/${data.publicId}`)).status).toBe(401);
  });

  it("shows members their own only", async () => {
    const { data } = await post(form());
    const other = (await sandbox.signedIn()).token;
    const path = `/support/inquiries/${data.publicId}`;
    expect(await sandbox.call(path, { token: other })).toMatchObject({ status: 404, result: 1510 });
    const list = await sandbox.call<InquiryListData>("/support/inquiries", { token: other });
    expect(list.data.content).toEqual([]);
  });

  it("carries a conversation, takes up a resolved one, refuses a closed one", async () => {
    const order = {
      inquiries: [
        { status: "RESOLVED" as const, messages: ["質問です", "回答です"] },
        { status: "CLOSED" as const },
      ],
    };
    const { member, token: own } = await sandbox.signedIn(order);
    token = own;
    const reply = (publicId: string | undefined, content: string) => {
      const body = new FormData();
      body.set("content", content);
      return sandbox.call(`/support/inquiries/${publicId}/message`, { token, body });
    };
    const [resolved, closed] = member.inquiries;
    expect((await reply(resolved, "もう一つ")).result).toBe(1);
    const detail = await read(resolved ?? "");
    expect(detail.status).toBe("IN_PROGRESS");
    expect(detail.messages.map(({ senderType }) => senderType)).toEqual(["CUSTOMER", "ADMIN", "CUSTOMER"]);
    expect((await reply(resolved, " ")).result).toBe(1514);
    expect((await reply(closed, "まだです")).result).toBe(1511);
  });

  it("reads a body that comes byte by byte, and refuses one that ends too early", async () => {
    const whole = new Request("http://x.test", {
      method: "POST",
      body: form({}, { bytes: png(300), name: "a.png" }),
    });
    const type = whole.headers.get("content-type") ?? "";
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const send = async (part: Uint8Array) => {
      let at = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at === part.length) controller.close();
          else controller.enqueue(part.subarray(at, (at += 1)));
        },
      });
      const response = await sandbox.fetch(
        new Request("http://api.test/api/support/inquiries", {
          method: "POST",
          headers: { "Content-Type": type, Authorization: `Bearer ${token}` },
          body,
          duplex: "half",
        } as RequestInit),
      );
      return (await response.json()) as { result: number };
    };
    expect((await send(bytes)).result).toBe(1);
    const before = await stored();
    expect((await send(bytes.subarray(0, bytes.length - 200))).result).toBe(0);
    expect(await stored()).toEqual(before);
  });
});
