import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSavedJson } from "../../../app/i18n/text-files-plugin";
import { newFolder } from "../../kit/data/new-folder";

const file = join(newFolder(), "account.json");

describe("The development server reads a text file while an editor saves it", () => {
  it.each(["", '{ "lead": "Wel'])("a file that holds %j is read again until it is whole", async (half) => {
    writeFileSync(file, half);
    const texts = readSavedJson(file);
    setTimeout(() => writeFileSync(file, '{ "lead": "Welcome" }'), 60);
    expect(await texts).toEqual({ lead: "Welcome" });
  });

  it("a file that stays broken is an error with the file's name", async () => {
    writeFileSync(file, "{ lead }");
    await expect(readSavedJson(file)).rejects.toThrow(/account\.json: .*JSON/);
  });
});
