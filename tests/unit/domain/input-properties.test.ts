/** Random members of each kind of input. A failure prints its seed; `INPUT_SEED` repeats it. */
import { describe, expect, it } from "vitest";
import { readPhone, readPostalCode } from "~/domain/address-rules";
import { checkCode, cleanCode } from "~/domain/auth-code";
import { checkEmail, readEmail } from "~/domain/email-rules";
import { checkName, readName } from "~/domain/name-rules";
import { composed, cut, digits, lengthOf, line, machine, paragraphs, readPassword } from "~/domain/readers";
import { foldText, searchFor } from "~/domain/search-text";
import { isGoodName, isPassword, hashPassword } from "#server/sandbox/passwords";
import { people } from "../../kit/data/people";
import { seedOf } from "../../kit/data/random";

const SEED = seedOf("INPUT_SEED");
const ROUNDS = 400;

/** Runs a property on random people; its message has the seed and the input. */
function always(
  check: (of: ReturnType<typeof people>, note: (input: unknown) => void) => void | Promise<void>,
) {
  return async () => {
    const of = people(SEED);
    for (let round = 0; round < ROUNDS; round += 1) {
      let input: unknown;
      const note = (value: unknown) => (input = value);
      try {
        await check(of, note);
      } catch (error) {
        throw new Error(`INPUT_SEED=${SEED}, round ${round}, input ${JSON.stringify(input)}`, {
          cause: error,
        });
      }
    }
  };
}

describe(`random inputs, INPUT_SEED=${SEED}`, () => {
  it(
    "reads each text once: a second reading changes nothing",
    always((of, note) => {
      const text = of.text();
      note(text);
      for (const read of [composed, line, paragraphs, machine, readPassword, readName, readEmail])
        expect(read(read(text))).toBe(read(text));
    }),
  );

  it(
    "leaves nothing broken: every reading and every cut is well-formed",
    always((of, note) => {
      const text = of.text();
      note(text);
      for (const read of [composed, line, machine, readPassword]) expect(read(text)).not.toMatch(/\p{Cs}/u);
      const most = of.below(12);
      const left = cut(line(text), most);
      expect(lengthOf(left)).toBeLessThanOrEqual(most);
      expect(line(text).startsWith(left)).toBe(true);
      expect(left).not.toMatch(/\p{Cs}/u);
    }),
  );

  it(
    "takes a name of any script as it is, in the sandbox too",
    always((of, note) => {
      const name = of.name();
      note(name);
      expect([checkName(name), readName(name), isGoodName(name)]).toEqual([undefined, name, true]);
    }),
  );

  it(
    "takes six digits with any separators, in any script",
    always((of, note) => {
      const { raw, plain } = of.dressedDigits(6);
      note(raw);
      expect([checkCode(raw), cleanCode(raw)]).toEqual([undefined, plain]);
    }),
  );

  it(
    "takes a phone number with any separators, in one form",
    always((of, note) => {
      const { raw, plain } = of.dressedDigits(10 + of.below(3));
      note(raw);
      expect(readPhone(raw)).toBe(plain);
      expect(readPhone(`tel:+${raw}`)).toBe(`+${plain}`);
    }),
  );

  it(
    "takes a Japanese postal code with any separators",
    always((of, note) => {
      const [first, second] = [of.dressedDigits(3, []), of.dressedDigits(4, [])];
      const raw = `${of.pick(["", "〒", "〒 "])}${first.raw}${of.pick(["", " ", "-", " - ", "ー", "−", "\u2060-\u2060"])}${second.raw}`;
      note(raw);
      expect(readPostalCode(raw)).toBe(`${first.plain}-${second.plain}`);
    }),
  );

  it(
    "takes an e-mail address, and sends ASCII",
    always((of, note) => {
      const email = of.email();
      note(email);
      expect(checkEmail(email)).toBeUndefined();
      expect(readEmail(email)).toMatch(/^[\x21-\x7e]+$/);
    }),
  );

  it(
    "finds a text by any of its parts, however it is typed",
    always((of, note) => {
      const text = `${of.name()} ${of.name()}`;
      note(text);
      for (const form of ["NFC", "NFD", "NFKC"] as const)
        expect(searchFor(text.normalize(form))(text)).toBe(true);
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
});

it("signs in with a password in any normal form", async () => {
  const of = people(SEED);
  for (let round = 0; round < 40; round += 1) {
    const password = of.password();
    const stored = await hashPassword(password);
    for (const form of ["NFC", "NFD"] as const)
      expect([SEED, password, await isPassword(password.normalize(form), stored)]).toEqual([
        SEED,
        password,
        true,
      ]);
    expect(await isPassword(`${password}x`, stored)).toBe(false);
  }
});

/** Texts that take a quadratic reader hours; the test ends, or its timeout fails it. */
const HOSTILE: Record<string, string> = {
  marks: `a${"\u0301\u0316".repeat(100_000)}`,
  spaces: `${" ".repeat(200_000)}x`,
  "spaces and joiners": " \u200b".repeat(100_000),
  flags: "\u{1f1ef}".repeat(100_000),
  hyphens: "a-".repeat(100_000),
  commas: ",".repeat(200_000),
  digits: "1".repeat(200_000),
  "grouped digits": "1,111".repeat(50_000),
  dots: `a@${"b.".repeat(100_000)}`,
  tags: "<".repeat(200_000),
  joiners: "a\u200d".repeat(100_000),
  surrogates: "\ud800".repeat(200_000),
};
it.each(Object.keys(HOSTILE))("reads 200,000 %s", (kind) => {
  const text = HOSTILE[kind] ?? "";
  const readers = [composed, line, paragraphs, machine, digits, readPassword, readName, readEmail, foldText];
  for (const read of readers) expect(typeof read(text)).toBe("string");
  for (const check of [checkName, checkEmail, checkCode, readPhone, readPostalCode, cut]) check(text, 100);
});
