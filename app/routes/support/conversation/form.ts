import { attachment, longText } from "~/domain/form-fields";
import { MAX_MESSAGE } from "~/domain/inquiry-rules";
import { withParams } from "~/domain/message-codes";

export const replyFields = {
  content: longText({
    label: "support:reply.content",
    note: withParams("support:inquiry.upTo", { count: MAX_MESSAGE }),
    max: MAX_MESSAGE,
    missing: "support:reply.empty",
    tooLong: "support:reply.tooLong",
  }),
  file: attachment({ label: "support:attachment.label" }),
};

/** Message of a reply to a closed inquiry. */
export const CLOSED_MESSAGE = "support:thread.closedText";
