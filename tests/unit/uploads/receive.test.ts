import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setClockOffset } from "#server/runtime/clock.server";
import {
  limitUploads,
  newUploadId,
  startUploadSweeps,
  uploadPath,
} from "#server/uploads/disk-uploads.server";
import { receiveUpload } from "#server/uploads/receive.server";
import { pngOf } from "../../kit/data/pictures";
import { random } from "../../kit/data/random";

const BOUNDARY = "soria-test";

/** Uncaught exceptions during a test; each would end the process. */
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);
beforeEach(() => void process.on("uncaughtException", note));
afterEach(() => {
  process.off("uncaughtException", note);
  expect(uncaught.splice(0)).toEqual([]);
});

/**
 * Returns a random multipart body that no browser sends: unnamed parts, many files, broken headers, cut off anywhere.
 */
function oddBody(next: () => number): Buffer {
  const pick = <Value>(...values: Value[]) => values[Math.floor(next() * values.length)] as Value;
  const parts = Array.from({ length: Math.floor(next() * pick(3, 8, 70)) }, () => {
    const head = pick(
      'Content-Disposition: form-data; name="subject"',
      'Content-Disposition: form-data; name="file"; filename="a.png"',
      'Content-Disposition: form-data; name="other"; filename="b.png"',
      'Content-Disposition: form-data; name="file"; filename=""',
      "Content-Disposition: form-data",
      "Content-Disposition: attachment",
      'Content-Disposition: form-data; name="a\rb"',
      "Content-Type: application/octet-stream",
      "nonsense",
      "",
    );
    const end = pick("\r\n\r\n", "\r\n\r\n", "\r\n\r\n", "\r\n", "\n\n", "");
    const content = pick(
      "",
      "x",
      "a".repeat(5_000),
      "b".repeat(40_000),
      `--${BOUNDARY}`,
      "\u0089PNG\r\n\u001a\n",
    );
    return `--${BOUNDARY}\r\n${head}${end}${content}\r\n`;
  });
  const whole = Buffer.from(
    parts.join("") + pick(`--${BOUNDARY}--\r\n`, `--${BOUNDARY}--`, "", "--"),
    "latin1",
  );
  return next() < 0.4 ? whole.subarray(0, Math.floor(next() * whole.length)) : whole;
}

/** Streams the body in pieces, as a slow connection does, and sometimes fails in the middle. */
function slowly(body: Buffer, next: () => number): ReadableStream<Uint8Array> {
  let at = 0;
  const most = next() < 0.3 ? 300 : 20_000;
  const breaks = next() < 0.2;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next() < 0.5) await new Promise((resolve) => setImmediate(resolve));
      if (breaks && at > body.length / 2) return controller.error(new Error("the line broke"));
      if (at >= body.length) return controller.close();
      const size = 1 + Math.floor(next() * most);
      controller.enqueue(new Uint8Array(body.subarray(at, at + size)));
      at += size;
    },
  });
}

const requestOf = (body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>) =>
  new Request("http://localhost/support/inquiry", {
    method: "POST",
    headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
    body,
    duplex: "half",
  } as RequestInit);

describe("a form with an attachment", () => {
  test("random bodies in random pieces give a result or a known error", async () => {
    const outcomes = { form: 0, refused: 0, broken: 0 };
    for (let first = 0; first < 240; first += 60) {
      await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const next = random(first + index);
          try {
            await receiveUpload({ request: requestOf(slowly(oddBody(next), next)), context: {} });
            outcomes.form += 1;
          } catch (error) {
            if (error instanceof Response && error.status === 400) outcomes.refused += 1;
            else if (error instanceof Error && error.message === "the line broke") outcomes.broken += 1;
            else throw new Error(`seed ${first + index}`, { cause: error });
          }
        }),
      );
    }
    expect(outcomes.form).toBeGreaterThan(20);
    expect(outcomes.refused).toBeGreaterThan(20);
    expect(outcomes.broken).toBeGreaterThan(20);
  }, 60_000);

  test.each(["あ", "é", "𠮷"])(
    "a text of %j that is too long is cut between two characters",
    async (character) => {
      const bytes = Buffer.byteLength(character);
      for (let before = 0; before < bytes; before += 1) {
        const text = "a".repeat(before) + character.repeat(300_000);
        const field = 'Content-Disposition: form-data; name="message"';
        const body = Buffer.from(`--${BOUNDARY}\r\n${field}\r\n\r\n${text}\r\n--${BOUNDARY}--\r\n`);
        const { form } = await receiveUpload({ request: requestOf(new Uint8Array(body)), context: {} });
        const count = Math.floor((512 * 1024 - before) / bytes);
        expect(form.get("message") === "a".repeat(before) + character.repeat(count)).toBe(true);
      }
    },
  );

  const png = pngOf(1_000);
  const formWith = (file: Buffer, name = "a.png") =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="subject"\r\n\r\nkept\r\n`),
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      file,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]);
  test("is written while it arrives: of four megabytes no more is in memory than of one", async () => {
    const written = () =>
      readdirSync(uploadPath("")).reduce((sum, name) => sum + statSync(uploadPath(name)).size, 0);
    const mostInMemory = async (megabytes: number) => {
      const body = formWith(pngOf(megabytes * 1024 * 1024));
      const before = written();
      let [at, most] = [0, 0];
      const source = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            most = Math.max(most, at - (written() - before));
            if (at >= body.length) return controller.close();
            controller.enqueue(new Uint8Array(body.subarray(at, at + 64 * 1024)));
            at += 64 * 1024;
          },
        },
        { highWaterMark: 0 },
      );
      const { file } = await receiveUpload({ request: requestOf(source), context: {} });
      expect(file?.size).toBeGreaterThan((megabytes - 1) * 1024 * 1024);
      return most;
    };
    for (const megabytes of [1, 4]) expect(await mostInMemory(megabytes)).toBeLessThanOrEqual(512 * 1024);
  });

  const receive = (file: Buffer, clientAddress: string, name?: string) =>
    receiveUpload({ request: requestOf(new Uint8Array(formWith(file, name))), context: { clientAddress } });

  test.each([
    ["IMG.jfif", "IMG.jfif"],
    ["IMG.PJPEG", "IMG.PJPEG"],
    ["が.png".normalize("NFD"), "が.png"],
    ["say %22hi%22.png", 'say "hi".png'],
    ["表\\示.png", "表\\示.png"],
    ["C:\\fakepath\\a.png", "a.png"],
    ["../../a.png", "a.png"],
    ["\u202egnp.a.png", "gnp.a.png"],
    ["👨‍👩‍👧.png", "👨‍👩‍👧.png"],
    [`${"あ".repeat(150)}.png`, `${"あ".repeat(95)}….png`],
  ])("named %j is shown as %j", async (sent, shown) => {
    expect((await receive(png, `10.2.${sent.length}.${shown.length}`, sent)).file?.name).toBe(shown);
  });

  test("is limited before a byte of it is written; the rest of the form arrives", async () => {
    for (let count = 0; count < 30; count += 1) expect((await receive(png, "10.1.1.1")).file).toBeDefined();
    const before = readdirSync(uploadPath("")).length;
    const { form, file, problem } = await receive(png, "10.1.1.1");
    expect([form.get("subject"), file]).toEqual(["kept", undefined]);
    expect(problem).toMatchObject({ status: 429, message: expect.stringMatching(/^errors:http\.429/) });
    expect(readdirSync(uploadPath(""))).toHaveLength(before);
    // A form without a file is not rate limited.
    expect(await receive(Buffer.alloc(0), "10.1.1.1", "")).toMatchObject({ form: expect.any(FormData) });
  });

  describe("files that wait", () => {
    const waiting = () => readdirSync(uploadPath(""));
    const addFrom = (address: string, count: number, ageMs = 60_000) =>
      Array.from({ length: count }, (_, n) => {
        const id = newUploadId(address);
        writeFileSync(uploadPath(id), "x");
        utimesSync(uploadPath(id), new Date(), new Date(Date.now() - ageMs + n * 100));
        return id;
      });
    beforeEach(() => {
      for (const id of waiting()) rmSync(uploadPath(id));
    });

    test("are 200 at most; one more takes the place of the oldest of the address with most", async () => {
      const few = addFrom("192.0.2.1", 3, 3_000_000);
      const most = [2, 3, 4, 5].flatMap((n) => addFrom(`192.0.2.${n}`, 49));
      addFrom("192.0.2.6", 2);
      const heaviest = addFrom("192.0.2.2", 1, 1_000);
      await limitUploads();
      expect(waiting()).toHaveLength(200);
      for (const id of [...few, ...heaviest]) expect(waiting()).toContain(id);
      expect(most.filter((id) => !waiting().includes(id))).toEqual([most[0], most[1]]);
    });

    test("are 60 at most of one address", async () => {
      const ids = addFrom("192.0.2.7", 65);
      await limitUploads();
      expect(waiting().sort()).toEqual(ids.slice(5).sort());
    });

    test("stay when uploads begin and end early", async () => {
      const ids = ["192.0.2.8", "192.0.2.9", "192.0.2.10", "192.0.2.11"].flatMap((from) => addFrom(from, 50));
      for (let count = 0; count < 20; count += 1) {
        const cut = formWith(png).subarray(0, -40);
        const sent = requestOf(new Uint8Array(cut));
        await receiveUpload({ request: sent, context: { clientAddress: "192.0.2.12" } }).catch(
          () => undefined,
        );
      }
      expect(waiting().sort()).toEqual(ids.sort());
    });
  });

  test("those of an earlier process go when the next one starts, and an hour later the others", async () => {
    const old = uploadPath("of-an-earlier-process");
    const fresh = uploadPath("fresh");
    for (const path of [old, fresh]) writeFileSync(path, "x");
    utimesSync(old, new Date(), new Date(Date.now() - 61 * 60_000));
    startUploadSweeps();
    await expect.poll(() => existsSync(old)).toBe(false);
    expect(existsSync(fresh)).toBe(true);
    utimesSync(fresh, new Date(), new Date(Date.now() - 61 * 60_000));
    setClockOffset(3_600_000);
    await expect.poll(() => existsSync(fresh)).toBe(false);
    setClockOffset(0);
  });

  test("a disk that takes nothing is not the sender's fault, and the rest of the form arrives", async () => {
    rmSync(uploadPath(""), { recursive: true });
    writeFileSync(uploadPath("").replace(/\/$/, ""), "in the way of the folder");
    const { form, file, problem } = await receive(png, "10.1.1.3");
    expect([form.get("subject"), file]).toEqual(["kept", undefined]);
    expect(problem).toEqual({ status: 507, message: "support:attachment.noRoom" });
  });
});
