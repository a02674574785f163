import { text } from "node:stream/consumers";
import { type PipeableStream, renderToPipeableStream } from "react-dom/server";
import { describe, expect, it, test } from "vitest";
import { HtmlStream, wholeHtml } from "#server/web/html-stream.server";

/** Paragraphs whose lengths put a three-byte character across every possible end of React's buffers. */
const words = Array.from({ length: 400 }, (_, i) => "島".repeat(1 + (i % 7)) + "a".repeat(i % 3));

type Pipe = PipeableStream["pipe"];
const ways: [string, (pipe: Pipe) => string | Promise<string>][] = [
  ["HtmlStream", (pipe) => text(pipe(new HtmlStream()))],
  ["wholeHtml", (pipe) => wholeHtml(pipe).then(String)],
];

function rendered(read: (pipe: Pipe) => string | Promise<string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <main>
        {words.map((word, i) => (
          <p key={i} title={word}>
            {word}
          </p>
        ))}
      </main>,
      {
        onAllReady: () => resolve(read(pipe)),
        onError: reject,
      },
    );
  });
}

async function sizesOf(stream: NodeJS.ReadableStream): Promise<number[]> {
  const sizes: number[] = [];
  for await (const piece of stream) sizes.push((piece as Buffer).length);
  return sizes;
}

describe.each(ways)("%s", (_, read) => {
  it("lets no null byte of React's pass, and loses no character", async () => {
    const html = await rendered(read);
    expect(html).not.toContain("\0");
    expect(html).not.toContain("�");
    expect([...html.matchAll(/title="([^"]*)"/g)].map(([, title]) => title)).toEqual(words);
  });
});

test("wholeHtml takes a null byte out of the middle too, and fails with what React fails with", async () => {
  const piped = (use: (to: NodeJS.WritableStream & { destroy: (error: Error) => void }) => void) =>
    wholeHtml(use as Pipe).then(String);
  const html = await piped((to) => {
    for (const view of ["<p>浮\0か", "ぶ</p>\0\0"]) to.write(Buffer.from(view));
    to.end();
  });
  expect(html).toBe("<p>浮かぶ</p>");
  await expect(piped((to) => to.destroy(new Error("fatal")))).rejects.toThrow("fatal");
});

describe("HtmlStream", () => {
  it("passes on what has no null byte as it is", async () => {
    const stream = new HtmlStream();
    const bytes = Buffer.from("<p>浮かぶ島</p>");
    stream.end(bytes);
    expect(await text(stream)).toBe("<p>浮かぶ島</p>");
  });

  it("sends React's many small views on in few pieces", async () => {
    const sizes = await new Promise<number[]>((resolve, reject) => {
      const { pipe } = renderToPipeableStream(<main>{"浮かぶ島".repeat(5_000)}</main>, {
        onAllReady: () => resolve(sizesOf(pipe(new HtmlStream()))),
        onError: reject,
      });
    });
    expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(60_000);
    expect(sizes.length).toBeLessThan(4);
  });

  it("holds nothing back that React has written", async () => {
    const stream = new HtmlStream();
    stream.write(Buffer.from("<p>first</p>"));
    (stream as unknown as { flush: () => void }).flush();
    expect((stream.read() as Buffer | null)?.toString()).toBe("<p>first</p>");
    stream.destroy();
  });
});
