import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpMember } from "../kit/visitors/http-member";
import { pngOf } from "../kit/data/pictures";
import { type RunningSite, startSite } from "../kit/programs/site";
import { SIGNATURE_FIELD } from "../kit/visitors/form-signatures";
import { figure, inRow } from "./table";

const MB = 1024 * 1024;
let running: RunningSite;
let head: Buffer;

beforeAll(async () => {
  running = await startSite();
  head = headWith((await new HttpMember(running.site.origin).signatureFor("/support/inquiry")) ?? "");
  // Warms up, so that lazy loading does not count as growth.
  await Promise.all([upload(pngOf(5 * MB)), upload(pngOf(5 * MB)), upload(Buffer.alloc(0))]);
  // Also warms up twenty concurrent responses, so that only the large pictures are measured later.
  await Promise.all(Array.from({ length: 20 }, () => upload(pngOf(10_000))));
});
afterAll(() => running.stop());

/** Returns the resident memory of the site's process, in MB. */
function resident(): number {
  const status = readFileSync(`/proc/${running.site.child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Returns the peak growth of the site's memory while the work runs, in MB. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = resident();
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, resident())), 20);
  try {
    await work();
    most = Math.max(most, resident());
  } finally {
    clearInterval(watching);
  }
  return most - before;
}

const boundary = "soria-test";
const part = (name: string, more = "") =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
const headWith = (signature: string) =>
  Buffer.from(
    `${part(SIGNATURE_FIELD)}${signature}\r\n${part("typeCode")}LOGIN_FAIL\r\n${part("name")}A\r\n` +
      `${part("email")}a@example.com\r\n${part("subject")}\r\n${part("message")}text\r\n` +
      part("file", '; filename="a.png"'),
  );
const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
const headers = () => ({
  Origin: running.site.origin,
  "Content-Type": `multipart/form-data; boundary=${boundary}`,
});

async function upload(file: Buffer): Promise<{ status: number; text: string }> {
  const response = await fetch(`${running.site.origin}/support/inquiry`, {
    method: "POST",
    headers: headers(),
    body: new Uint8Array(Buffer.concat([head, file, tail])),
  });
  return { status: response.status, text: await response.text() };
}

/** Sends a chunked body of unknown length until it ends or the site rejects it. */
function sendChunked(megabytes: number): Promise<{ status: number; sent: number }> {
  const chunk = Buffer.alloc(64 * 1024, 0x61);
  return new Promise((resolve, reject) => {
    let sent = 0;
    let status = 0;
    const call = httpRequest(
      `${running.site.origin}/support/inquiry`,
      { method: "POST", headers: headers() },
      (response) => {
        status = response.statusCode ?? 0;
        response.resume();
        response.once("close", () => resolve({ status, sent }));
      },
    );
    // The site may close the connection while the body is being sent.
    call.on("error", (error) => (status ? resolve({ status, sent }) : reject(error)));
    call.write(head);
    const more = () => {
      while (sent < megabytes * MB && !call.destroyed && status === 0) {
        sent += chunk.length;
        if (!call.write(chunk)) return void call.once("drain", more);
      }
      call.end(tail);
    };
    more();
  });
}

describe("uploads", () => {
  inRow("memory");

  it("of 300 MB, of unknown length, are refused before a tenth has been taken", async () => {
    let upload = { status: 0, sent: 0 };
    const grown = await growth(async () => (upload = await sendChunked(300)));
    expect(upload.status).toBe(413);
    figure(
      `an upload of 300 MB, refused: ${(upload.sent / MB).toFixed(1)} MB taken, ${grown.toFixed(1)} MB of memory more`,
    );
    // The form's limit, and what the kernel's buffers take.
    expect(upload.sent).toBeLessThan(30 * MB);
  });

  it("of 300 MB that say so are refused before a byte is read", async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const call = httpRequest(
        `${running.site.origin}/support/inquiry`,
        { method: "POST", headers: { ...headers(), "Content-Length": 300 * MB } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
          call.destroy();
        },
      );
      call.on("error", (error) => (call.destroyed ? undefined : reject(error)));
      call.flushHeaders();
    });
    expect(status).toBe(413);
  });

  // What a single one keeps in memory: tests/unit/uploads/receive.test.ts.
  it("of 5 MB, twenty at once, are taken and leave no file open", async () => {
    const file = pngOf(5 * MB);
    let responses: { status: number; text: string }[] = [];
    const grown = await growth(async () => {
      responses = await Promise.all(Array.from({ length: 20 }, () => upload(file)));
    });
    for (const { status, text } of responses) {
      expect(status).toBe(400);
      expect(text).toContain("添付しました");
    }
    figure(`20 uploads of 5 MB at once: ${grown.toFixed(1)} MB of memory more`);
    const folder = join(running.dataDir, "uploads");
    const fds = `/proc/${running.site.child.pid}/fd`;
    const open = readdirSync(fds).filter(
      (fd) => existsSync(join(fds, fd)) && readlinkSync(join(fds, fd)).startsWith(folder),
    );
    expect(open).toEqual([]);
  });

  it("that break off leave no file behind", async () => {
    const folder = join(running.dataDir, "uploads");
    const before = readdirSync(folder).length;
    await new Promise<void>((resolve) => {
      const call = httpRequest(`${running.site.origin}/support/inquiry`, {
        method: "POST",
        headers: headers(),
      });
      call.on("error", () => resolve());
      call.on("close", () => resolve());
      call.write(Buffer.concat([head, pngOf(MB)]), () => setTimeout(() => call.destroy(), 200));
    });
    for (let tries = 0; readdirSync(folder).length > before && tries < 50; tries += 1) await pause(100);
    expect(readdirSync(folder).length).toBe(before);
    expect((await upload(pngOf(100_000))).status).toBe(400);
  });
});
