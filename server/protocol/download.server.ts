import { log } from "#server/observe/log.server";

/** Headers of a file of one member that the browser saves. */
export const fileHeaders = (type: string, name: string) => ({
  "Content-Type": `${type}; charset=utf-8`,
  "Content-Disposition": `attachment; filename="${name}"`,
  "Cache-Control": "private, no-store",
});

interface Download {
  type: string;
  name: string;
  requestId: string | undefined;
  /** What the log says about a failure: "a … download broke off". */
  what: string;
}

/**
 * Returns a file that is sent while it is read, so that only one chunk is in memory. A later failure aborts the
 * download, because an incomplete file would look complete.
 *
 * @throws the error of the first chunk, so that the response can have its status
 */
export async function downloadOf(chunks: AsyncGenerator<string, void>, of: Download): Promise<Response> {
  let first: IteratorResult<string, void> | undefined = await chunks.next();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = first ?? (await chunks.next());
          first = undefined;
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          log.warn({ requestId: of.requestId }, `a ${of.what} download broke off`);
          controller.error(error);
        }
      },
      cancel: async () => void (await chunks.return()),
    },
    // Nothing is read ahead: the response to HEAD has no body.
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: fileHeaders(of.type, of.name) });
}
