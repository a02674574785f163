import { LANGUAGE_FIELD, SIGNATURE_FIELD } from "~/domain/form-answer";

export type LikeAnswer =
  | { ok: true; isLiked?: boolean | undefined; likes?: number | undefined }
  | { ok: false; messageKey: string };

/** Parses the response of /dao/…/like to scripts. Anything else than the expected JSON is a failure. */
function readAnswer(value: unknown): LikeAnswer {
  const { ok, isLiked, likes, messageKey } = (value ?? {}) as Record<string, unknown>;
  if (ok === true) {
    return {
      ok,
      isLiked: typeof isLiked === "boolean" ? isLiked : undefined,
      likes: typeof likes === "number" ? likes : undefined,
    };
  }
  return { ok: false, messageKey: typeof messageKey === "string" ? messageKey : "errors:http.unexpected" };
}

/** Submits a like like the form, but requests JSON instead of a redirect. Never throws. */
export async function sendLike(action: string, stamp: string, lng: string): Promise<LikeAnswer> {
  let response: Response;
  try {
    response = await fetch(action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams({ [SIGNATURE_FIELD]: stamp, [LANGUAGE_FIELD]: lng, answer: "json" }),
    });
  } catch {
    return { ok: false, messageKey: "errors:http.noResponse" };
  }
  try {
    return readAnswer(await response.json());
  } catch {
    return { ok: false, messageKey: "errors:http.unexpected" };
  }
}
