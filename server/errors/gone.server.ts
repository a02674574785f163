import { json } from "@remix-run/node";
import type { GoneKey } from "~/domain/next-steps";

/** Returns the 404 for a thing that the API does not know, to be thrown. Its page says what is gone. */
export const goneResponse = (messageKey: GoneKey) => json({ messageKey }, { status: 404 });
