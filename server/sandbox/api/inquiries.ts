import { randomInt } from "node:crypto";
import { Hono } from "hono";
import { Code } from "../../wire/codes";
import { wireLanguage } from "../../wire/common";
import { inquiryListRequest, inquiryTypesFor } from "../../wire/support";
import { invalid, notFound, ok, queryOf, Refusal, rowsOf } from "../answers";
import { insertRow, type Statement } from "../database";
import { fileReceiver, type StoredFile } from "../files";
import type { Call, Env, Services } from "../services";
import type { Member } from "../members";
import { readMultipart } from "../multipart";
import { isGoodEmail } from "../passwords";
import { languageIn } from "../texts";
import { authenticated, callerIfAny } from "../tokens";

interface InquiryRow {
  id: number;
  public_id: string;
  member_id: number | null;
  type_code: string;
  language: string;
  name: string;
  email: string;
  subject: string;
  status: string;
  created_at: number;
}

const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** Returns INQ- and ten characters, without the easily confused 0, 1, I, L and O. */
export const newPublicId = (pick: (below: number) => number = randomInt) =>
  `INQ-${Array.from({ length: 10 }, () => ALPHABET[pick(ALPHABET.length)]).join("")}`;

export const insertMessage = (message: {
  inquiry_public_id: string;
  sender_type: "CUSTOMER" | "ADMIN";
  sender_name: string;
  content: string;
  created_at: number;
  file_id?: string | undefined;
}): Statement => insertRow("messages", message);

export const insertInquiry = (inquiry: Omit<InquiryRow, "id">): Statement =>
  insertRow("inquiries", { ...inquiry });

/** Reads the multipart body, then calls `keep` to store it. Deletes the file when `keep` or the upload fails. */
async function withFile(
  services: Services,
  c: Call,
  keep: (fields: Map<string, string>, file: StoredFile | undefined) => Promise<void>,
): Promise<void> {
  const receiver = fileReceiver(services);
  try {
    const files: Record<string, string> = {};
    const fields = await readMultipart(c.req.raw, (part) => {
      files[part.field] = part.filename;
      return receiver.open(part);
    });
    c.env.noteForm({ ...Object.fromEntries(fields), ...files });
    await keep(fields, await receiver.finish());
  } catch (error) {
    await receiver.discard();
    throw error;
  }
}

function needed(fields: Map<string, string>, name: string, max: number): string {
  // Multipart encodes line breaks as CR LF.
  const value = (fields.get(name) ?? "").replace(/\r\n/g, "\n").trim();
  if (value === "" || [...value].length > max)
    throw invalid(`${name} is missing or too long`, Code.INQUIRY_INVALID);
  return value;
}

async function submit(services: Services, c: Call, member: Member | undefined): Promise<string> {
  const publicId = newPublicId();
  await withFile(services, c, async (fields, file) => {
    const typeCode = needed(fields, "typeCode", 40);
    const types: readonly string[] = inquiryTypesFor(member !== undefined);
    if (!types.includes(typeCode)) throw invalid("typeCode is none of the types", Code.INQUIRY_INVALID);
    const language = wireLanguage.safeParse(fields.get("language"));
    if (!language.success) throw invalid("language is missing or none", Code.INQUIRY_INVALID);
    const [name, email] = [needed(fields, "name", 61), needed(fields, "email", 254)];
    if (!isGoodEmail(email)) throw invalid("email is no address", Code.INQUIRY_INVALID);
    const [subject, content] = [needed(fields, "subject", 100), needed(fields, "message", 2000)];
    await services.db.atomically([
      ...(file ? [file.statement] : []),
      insertInquiry({
        public_id: publicId,
        member_id: member?.id ?? null,
        type_code: typeCode,
        language: languageIn(language.data),
        name,
        email,
        subject,
        status: "OPEN",
        created_at: services.now(),
      }),
      insertMessage({
        inquiry_public_id: publicId,
        sender_type: "CUSTOMER",
        sender_name: name,
        content,
        created_at: services.now(),
        file_id: file?.id,
      }),
    ]);
  });
  return publicId;
}

/** @throws Refusal 404 with 1510, also for another member's inquiry */
async function ownInquiry(services: Services, c: Call): Promise<InquiryRow> {
  const row = await services.db.one<InquiryRow>(
    "SELECT * FROM inquiries WHERE public_id = ? AND member_id = ?",
    [c.req.param("id") ?? "", c.get("member").id],
  );
  if (!row) throw notFound("There is no such inquiry", Code.INQUIRY_NOT_FOUND);
  return row;
}

async function detailOf(services: Services, inquiry: InquiryRow) {
  const rows = await services.db.all<{
    sender_type: string;
    sender_name: string;
    content: string;
    created_at: number;
    file_id: string | null;
    file_name: string | null;
  }>(
    `SELECT messages.*, files.name AS file_name FROM messages LEFT JOIN files ON files.id = file_id
      WHERE inquiry_public_id = ? ORDER BY messages.id`,
    [inquiry.public_id],
  );
  return {
    publicId: inquiry.public_id,
    typeCode: inquiry.type_code,
    /** Not in the contract: the language of the inquiry, for tests. */
    language: inquiry.language,
    customerType: inquiry.member_id === null ? "GUEST" : "MEMBER",
    customerName: inquiry.name,
    customerEmail: inquiry.email,
    subject: inquiry.subject,
    createdAt: new Date(inquiry.created_at).toISOString(),
    status: inquiry.status,
    messages: rows.map((row) => ({
      senderType: row.sender_type,
      senderName: row.sender_name,
      content: row.content,
      createdAt: new Date(row.created_at).toISOString(),
      attachments:
        row.file_id === null
          ? []
          : [{ fileUrl: `${services.origin}/files/${row.file_id}`, fileName: row.file_name ?? row.file_id }],
    })),
  };
}

/**
 * Routes /support/inquiries. Guests may post two types, members the others; only members read their own. Invalid
 * fields are 1514, invalid files 1512 and 1513, a reply to a closed inquiry 1511. A reply reopens a resolved inquiry
 * (IN_PROGRESS).
 */
export function inquiryCalls(services: Services) {
  const app = new Hono<Env>();

  app.post("/", async (c) => ok(c, { publicId: await submit(services, c, await callerIfAny(services, c)) }));

  app.get("/", authenticated(services), async (c) => {
    const { page, size, offset } = rowsOf(queryOf(c, inquiryListRequest));
    const rows = await services.db.all<InquiryRow>(
      "SELECT * FROM inquiries WHERE member_id = ? ORDER BY created_at DESC, id DESC",
      [c.get("member").id],
    );
    return ok(c, {
      content: rows.slice(offset, offset + size).map((row) => ({
        id: row.id,
        publicId: row.public_id,
        typeCode: row.type_code,
        subject: row.subject,
        status: row.status,
        createdAt: new Date(row.created_at).toISOString(),
      })),
      pagination: { currentPage: page, pageCount: Math.ceil(rows.length / size), itemCount: rows.length },
    });
  });

  app.get("/:id", authenticated(services), async (c) =>
    ok(c, await detailOf(services, await ownInquiry(services, c))),
  );

  app.post("/:id/message", authenticated(services), async (c) => {
    const inquiry = await ownInquiry(services, c);
    await withFile(services, c, async (fields, file) => {
      const content = needed(fields, "content", 2000);
      if (inquiry.status === "CLOSED") throw new Refusal(Code.INQUIRY_CLOSED, "INQUIRY_CLOSED");
      await services.db.atomically([
        ...(file ? [file.statement] : []),
        insertMessage({
          inquiry_public_id: inquiry.public_id,
          sender_type: "CUSTOMER",
          sender_name: inquiry.name,
          content,
          created_at: services.now(),
          file_id: file?.id,
        }),
        {
          sql: "UPDATE inquiries SET status = 'IN_PROGRESS' WHERE public_id = ? AND status = 'RESOLVED'",
          args: [inquiry.public_id],
        },
      ]);
    });
    return ok(c);
  });

  return app;
}
