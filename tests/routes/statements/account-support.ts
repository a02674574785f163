/** Reads the forms of the account pages, and records the API calls that a step makes. */
import { TRAP_FIELD } from "~/domain/form-setup";
import type { Shown } from "../../kit/visitors/site-browser";
import { receive } from "./received";
import { controls, mainOf } from "./site";

/**
 * Returns the names of the fields that a visitor fills in, in page order. Excludes read-only fields and the honeypot.
 */
export const names = (shown: Shown) =>
  controls(mainOf(shown))
    .filter((control) => !("readonly" in control))
    .map(({ name = "" }) => name)
    .filter((name) => name !== TRAP_FIELD);

/** Returns the names of the fields whose text nobody can read over the visitor's shoulder. */
export const hiddenTexts = (shown: Shown) =>
  controls(mainOf(shown)).flatMap(({ type, name = "" }) => (type === "password" ? [name] : []));

/** Returns the API calls made during `work`, as "METHOD path". */
export async function callsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const received = receive();
  await work();
  return received.map(({ line }) => line.split("?")[0] ?? "");
}
