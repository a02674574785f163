import { randomBytes, randomInt } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { calls } from "../../wire/calls";
import { Code } from "../../wire/codes";
import { wireLanguage } from "../../wire/common";
import { lengthOf, paragraphs } from "../../wire/readers";
import { inquiryTypesFor } from "../../wire/support";
import { invalid, notFound, pageOf, Refusal } from "../responses";
import { insertRow, sql } from "../database";
import type { Call, Services } from "../services";
import type { Member } from "../members";
import { isGoodEmail } from "../passwords";
import { languageIn, shownRow, type Row } from "../texts";
import { callerIfAny } from "../tokens";
import type { Route } from "./route";

const MAX_FILE = 5 * 1024 * 1024;

const KINDS = [
  { type: "image/png", extension: "png", magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/gif", extension: "gif", magic: [0x47, 0x49, 0x46, 0x38] },
  { type: "image/jpeg", extension: "jpg", magic: [0xff, 0xd8, 0xff] },
];

/**
 * Returns the file of a form; undefined when none was sent. Its type is that of its first bytes, whatever the browser
 * says.
 *
 * @throws Refusal 400 unless it is the only file, a gif, jpg, jpeg or png by name and content (1512), of at most 5 MiB
 *   (1513)
 */
async function attachmentOf(form: FormData) {
  const [file, another] = [...form.values()].filter((value) => typeof value !== "string");
  if (another) throw invalid("Only one file can be attached", Code.INQUIRY_INVALID);
  // Browsers send an empty file without a name when none was chosen.
  if (!file || (file.name === "" && file.size === 0)) return undefined;
  if (file.size > MAX_FILE) throw invalid("FILE_SIZE", Code.INQUIRY_FILE_SIZE);
  const bytes = Buffer.from(await file.arrayBuffer());
  const kind = KINDS.find(({ magic }) => magic.every((byte, i) => bytes[i] === byte));
  if (!kind || !/\.(gif|jpe?g|jfif|jpe|pjpeg|pjp|png)$/i.test(file.name))
    throw invalid("FILE_TYPE", Code.INQUIRY_FILE_TYPE);
  const name = file.name.replace(/[\p{Cc}\p{Cf}\\/]/gu, "").slice(-100);
  return { id: randomBytes(16).toString("hex"), name, type: kind.type, bytes };
}
type Attachment = Awaited<ReturnType<typeof attachmentOf>>;

const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** Returns INQ- and ten characters, without the easily confused 0, 1, I, L and O. */
export const newPublicId = (pick: (below: number) => number = randomInt) =>
  `INQ-${Array.from({ length: 10 }, () => ALPHABET[pick(ALPHABET.length)]).join("")}`;

/** Reads a multipart body: its text fields by name, and its file. */
async function formOf(c: Call) {
  const form = await c.req.raw.formData().catch(() => {
    throw invalid("The body is no multipart/form-data, or ends too early");
  });
  const texts = [...form].map(([name, value]) => [name, typeof value === "string" ? value : value.name]);
  c.env.noteForm(Object.fromEntries(texts) as Record<string, string>);
  return {
    file: await attachmentOf(form),
    field(name: string, max: number): string {
      const sent = form.get(name);
      // Multipart encodes line breaks as CR LF.
      const value = typeof sent === "string" ? paragraphs(sent) : "";
      if (value !== "" && lengthOf(value) <= max) return value;
      throw invalid(`${name} is missing or too long`, Code.INQUIRY_INVALID);
    },
  };
}

async function submit(services: Services, c: Call, member: Member | undefined): Promise<string> {
  const publicId = newPublicId();
  const { field, file } = await formOf(c);
  const typeCode = field("typeCode", 40);
  const types: readonly string[] = inquiryTypesFor(member !== undefined);
  if (!types.includes(typeCode)) throw invalid("typeCode is none of the types", Code.INQUIRY_INVALID);
  const language = wireLanguage.safeParse(field("language", 40));
  if (!language.success) throw invalid("language is missing or none", Code.INQUIRY_INVALID);
  const [name, email] = [field("name", 61), field("email", 254)];
  if (!isGoodEmail(email)) throw invalid("email is no address", Code.INQUIRY_INVALID);
  const [subject, content] = [field("subject", 100), field("message", 2000)];
  await services.db.atomically([
    insertRow("inquiries", {
      publicId,
      memberId: member?.id,
      typeCode,
      language: languageIn(language.data),
      name,
      email,
      subject,
      status: "OPEN",
      createdAt: services.now(),
    }),
    ...(await messageStatements(services, { inquiryPublicId: publicId, senderName: name, content, file })),
  ]);
  return publicId;
}

/** Returns the statements of a customer's message, after writing its file. */
async function messageStatements(
  { filesDir, now }: Services,
  { file, ...message }: { inquiryPublicId: string; senderName: string; content: string; file: Attachment },
) {
  const row = { ...message, senderType: "CUSTOMER", createdAt: now(), fileId: file?.id };
  if (!file) return [insertRow("messages", row)];
  const { bytes, ...fileRow } = file;
  await mkdir(filesDir, { recursive: true });
  await writeFile(join(filesDir, file.id), bytes);
  return [insertRow("files", { ...fileRow, size: bytes.length }), insertRow("messages", row)];
}

/** @throws Refusal 404 with 1510, also for another member's inquiry */
async function ownInquiry(services: Services, c: Call) {
  const row = await services.db.one<{ publicId: string; status: string; customerName: string }>(
    // `language` is not in the contract: it is for tests.
    sql`SELECT public_id AS publicId, type_code AS typeCode, language, 'MEMBER' AS customerType,
      name AS customerName, email AS customerEmail, subject, created_at AS createdAt, status
      FROM inquiries WHERE public_id = ${c.req.param("id")} AND member_id = ${c.get("member").id}`,
  );
  if (!row) throw notFound("There is no such inquiry", Code.INQUIRY_NOT_FOUND);
  return row;
}

async function detailOf(services: Services, inquiry: Awaited<ReturnType<typeof ownInquiry>>) {
  const rows = await services.db.all<Row>(
    sql`SELECT sender_type AS senderType, sender_name AS senderName, content, created_at AS createdAt, files.id AS file,
      files.name AS fileName FROM messages LEFT JOIN files ON files.id = file_id
      WHERE inquiry_public_id = ${inquiry.publicId} ORDER BY messages.id`,
  );
  return {
    ...shownRow(inquiry),
    messages: rows.map(({ file, fileName, ...row }) => ({
      ...shownRow(row),
      attachments: file === null ? [] : [{ fileUrl: `${services.origin}/files/${file}`, fileName }],
    })),
  };
}

/**
 * Routes /support/inquiries. Guests may post two types, members the others; only members read their own. Invalid
 * fields are 1514, invalid files 1512 and 1513, a reply to a closed inquiry 1511. A reply reopens a resolved inquiry
 * (IN_PROGRESS).
 */
export function inquiryCalls(services: Services, on: Route) {
  on(calls.createInquiry, async (_, c) => ({
    publicId: await submit(services, c, await callerIfAny(services, c)),
  }));

  on(calls.inquiries, async (query, c) => {
    const all = await services.db.all<Row>(
      sql`SELECT id, public_id AS publicId, type_code AS typeCode, subject, status, created_at AS createdAt
        FROM inquiries WHERE member_id = ${c.get("member").id} ORDER BY created_at DESC, id DESC`,
    );
    const { page, pages, total, rows } = pageOf(query, all);
    return {
      content: rows.map((row) => shownRow(row)),
      pagination: { currentPage: page, pageCount: pages, itemCount: total },
    };
  });

  on(calls.inquiry, async (_, c) => detailOf(services, await ownInquiry(services, c)));

  on(calls.replyToInquiry, async (_, c) => {
    const { publicId, status, customerName } = await ownInquiry(services, c);
    const { field, file } = await formOf(c);
    const content = field("content", 2000);
    if (status === "CLOSED") throw new Refusal(Code.INQUIRY_CLOSED, "INQUIRY_CLOSED");
    await services.db.atomically([
      ...(await messageStatements(services, {
        inquiryPublicId: publicId,
        senderName: customerName,
        content,
        file,
      })),
      sql`UPDATE inquiries SET status = 'IN_PROGRESS' WHERE public_id = ${publicId} AND status = 'RESOLVED'`,
    ]);
  });
}

/** Routes GET /files/<id>, the attachments as downloads. The random id is the only access control. */
export function fileCalls({ db, filesDir }: Services) {
  const app = new Hono();
  app.get("/:id", async (c) => {
    const id = c.req.param("id");
    const file = await db.one<{ type: string }>(sql`SELECT type FROM files WHERE id = ${id}`);
    const bytes = file && (await readFile(join(filesDir, id)).catch(() => undefined));
    if (!bytes) return c.text("Not found", 404);
    const extension = KINDS.find(({ type }) => type === file.type)?.extension;
    return c.body(new Uint8Array(bytes), 200, {
      "Content-Type": file.type,
      "Content-Length": String(bytes.length),
      "Content-Disposition": `attachment; filename="attachment-${id.slice(0, 8)}.${extension}"`,
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "private, max-age=3600",
    });
  });
  return app;
}
