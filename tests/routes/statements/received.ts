/** The calls that the API receives while a test opens pages and submits forms. */
import { onTestFinished } from "vitest";
import { server } from "../../mocks/server";

interface Received {
  /** "METHOD /path?query", relative to the service's origin. */
  line: string;
  /** The JSON body. */
  body?: unknown;
  /** In place of `body`: the fields of a multipart body by name. */
  parts?: Record<string, FormDataEntryValue>;
  hasToken: boolean;
}

/** Calls `note` for each call to the API, until the test ends. */
function onEachCall(note: (call: { request: Request }) => unknown): void {
  server.events.on("request:start", note);
  onTestFinished(() => server.events.removeListener("request:start", note));
}

/** Records the calls of this test from now on. */
export function receive(): Received[] {
  const received: Received[] = [];
  const note = async ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    const entry: Received = {
      line: `${request.method} ${pathname}${search}`,
      body: undefined,
      hasToken: request.headers.has("Authorization"),
    };
    received.push(entry);
    const type = request.headers.get("Content-Type") ?? "";
    if (type.includes("json")) entry.body = await request.clone().json();
    if (type.includes("multipart")) {
      entry.parts = Object.fromEntries(await request.clone().formData());
      delete entry.body;
    }
  };
  onEachCall(note);
  return received;
}

/** Records the `Authorization` header of each call of this test from now on. */
export function receiveBearers(): (string | null)[] {
  const bearers: (string | null)[] = [];
  onEachCall(({ request }) => bearers.push(request.headers.get("Authorization")));
  return bearers;
}

/** Returns the calls to a path, whatever their query. */
export const madeTo = (received: Received[], path: string) =>
  received.filter(({ line }) => line.split(/[ ?]/)[1] === path);

/** Returns method and path of a call with the parameters of its query in alphabetical order. */
export function sorted(line = ""): string {
  const [path = "", query] = line.split("?");
  return query === undefined ? path : `${path}?${query.split("&").sort().join("&")}`;
}
