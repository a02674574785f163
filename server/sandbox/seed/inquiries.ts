import { brand } from "../../runtime/brand";
import { newPublicId } from "../api/inquiries";
import { insertRow, type Statement } from "../database";
import { DAY } from "../members";
import type { Random } from "./random";

interface InquirySeed {
  typeCode: string;
  status: string;
  daysAgo: number;
  subject: string;
  /** Messages, alternating between the member and support; the member starts. */
  messages: string[];
}

const SUPPORT = `${brand.brand.ja} サポート`;

/**
 * Returns the statements for these inquiries. `attachment`, the id of a stored file, goes to the last message of the
 * second inquiry.
 */
export function inquiryStatements(
  random: Random,
  order: {
    memberId: number;
    name: string;
    email: string;
    inquiries: InquirySeed[];
    now: number;
    attachment?: string;
  },
): Statement[] {
  const { memberId, name, email, inquiries, now, attachment } = order;
  return inquiries.flatMap((inquiry, index) => {
    const publicId = newPublicId((below) => random.whole(0, below - 1));
    const created = now - Math.floor(inquiry.daysAgo * DAY);
    // At most half a day between messages, and none in the future.
    const gap = Math.min(DAY / 2, Math.floor((inquiry.daysAgo * DAY) / (inquiry.messages.length + 1)));
    return [
      insertRow("inquiries", {
        public_id: publicId,
        member_id: memberId,
        type_code: inquiry.typeCode,
        language: "ja",
        name,
        email,
        subject: inquiry.subject,
        status: inquiry.status,
        created_at: created,
      }),
      ...inquiry.messages.map((content, turn) =>
        insertRow("messages", {
          inquiry_public_id: publicId,
          sender_type: turn % 2 === 0 ? "CUSTOMER" : "ADMIN",
          sender_name: turn % 2 === 0 ? name : SUPPORT,
          content,
          created_at: created + turn * gap,
          file_id: index === 1 && turn === inquiry.messages.length - 1 ? attachment : undefined,
        }),
      ),
    ];
  });
}
