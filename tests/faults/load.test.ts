/** Floods and forms that cost much, on the site without its proxy: each request is answered, and so is /healthz. */
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpMember } from "../kit/visitors/http-member";
import { type RunningSite, startSite } from "../kit/programs/site";
import { SIGNATURE_FIELD } from "../kit/visitors/form-signatures";
import { figure, inRow } from "./table";

inRow("load");

let running: RunningSite;

beforeAll(async () => {
  running = await startSite({ env: { LOG_LEVEL: "fatal" } });
});
afterAll(() => running.stop());

interface Status {
  status: number;
  retryAfter: string | undefined;
}

/** Sends one request over a connection of its own, with "Connection: close", as proxies do that keep none. */
function send(path: string, type?: string, body?: Buffer): Promise<Status> {
  return new Promise((resolve, reject) => {
    const posted = body && {
      Origin: running.site.origin,
      "Content-Type": type,
      "Content-Length": body.length,
    };
    const sent = httpRequest(
      running.site.origin + path,
      { method: body ? "POST" : "GET", headers: { ...posted }, agent: false, family: 4 },
      (response) => {
        const { statusCode: status = 0, headers } = response;
        response.resume().once("close", () => resolve({ status, retryAfter: headers["retry-after"] }));
        response.once("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Asks for /healthz over and over while the work runs: each response is 200. */
async function whileHealthy<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => (isOver = true);
  void work.then(end, end);
  do expect((await send("/healthz")).status).toBe(200);
  while (!isOver);
  return work;
}

it("600 pages at once are made, or refused with a time to come back", async () => {
  const all = await whileHealthy(
    Promise.all(Array.from({ length: 600 }, (_, n) => send(`/sign-in?flood=${n}`))),
  );
  const refused = all.filter(({ status }) => status === 503);
  // 408: the site had no time to read the head of a request within 15 s.
  const others = all.map(({ status }) => status).filter((status) => ![200, 408, 503].includes(status));
  expect(others).toEqual([]);
  expect(refused.filter(({ retryAfter }) => Number(retryAfter) > 0)).toHaveLength(refused.length);
  figure(
    `600 pages at once: ${all.filter(({ status }) => status === 200).length} made, ${refused.length} told to come back`,
  );
});

describe("bodies", () => {
  const FORM = "application/x-www-form-urlencoded";

  it("of 5.9 MB of fields are too large, and the response is read before the connection closes", async () => {
    const large = Buffer.from("a&".repeat(2_950_000));
    for (const path of ["/support/inquiry", "/support/inquiry/%2e%2e/%2e%2e/sign-in"])
      for (let round = 0; round < 20; round += 1)
        expect((await whileHealthy(send(path, FORM, large))).status).toBe(413);
  });

  it("of 32,000 fields are refused, a hundred at once", async () => {
    const small = Buffer.from("a&".repeat(32_000));
    const all = await whileHealthy(
      Promise.all(Array.from({ length: 100 }, () => send("/support/inquiry", FORM, small))),
    );
    expect(all.filter(({ status }) => status !== 503).map(({ status }) => status)).toContain(400);
    expect(all.filter(({ status }) => status !== 503 && status !== 400)).toEqual([]);
  });

  it("with one field as long as an attachment are refused, five at once", async () => {
    const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
    const signature = (await new HttpMember(running.site.origin).signatureFor("/support/inquiry")) ?? "";
    const body = Buffer.concat([
      Buffer.from(`${part(SIGNATURE_FIELD)}${signature}\r\n${part("subject")}`),
      Buffer.from("空".repeat(1_900_000)),
      Buffer.from("\r\n--b--\r\n"),
    ]);
    const type = "multipart/form-data; boundary=b";
    const all = await whileHealthy(
      Promise.all(Array.from({ length: 5 }, () => send("/support/inquiry", type, body))),
    );
    expect(all.map(({ status }) => status)).toEqual(Array<number>(5).fill(400));
  });
});
