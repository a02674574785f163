/** http and https of the shipped nginx configuration, from exactly that file; only ports and paths are replaced. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guestPage } from "#server/protocol/cache-headers.server";
import { hasNginx } from "../../tools/run-tests/tools";
import { FakeSites, page } from "./cache-rules";
import { removeFolders } from "./machines";
import { type Nginx, startNginx } from "./nginx";
import { ask } from "./varnish";

const sites = new FakeSites();
let nginx: Nginx;
const trust = { rejectUnauthorized: false, servername: "soria.example" };

describe.skipIf(!hasNginx())("nginx with the shipped configuration, over TLS", () => {
  beforeAll(async () => {
    const ports: [number, number] = [await sites.listen(), await sites.listen()];
    nginx = await startNginx(ports, {}, undefined, true);
    sites.respond = page("the page");
  });
  afterAll(async () => {
    await nginx.stop();
    sites.close();
    removeFolders();
  });

  it("redirects http to https, and passes no form on", async () => {
    for (const method of ["GET", "POST"]) {
      const { status, headers } = await ask(
        nginx.clearPort,
        "/sign-in?a=1",
        { Host: "soria.example" },
        method,
      );
      expect([status, headers["location"]]).toEqual([301, "https://soria.example/sign-in?a=1"]);
    }
    expect(sites.reached).toEqual([]);
  });

  it("nginx logs requests without their queries, which have secrets", async () => {
    for (const port of [nginx.clearPort, nginx.port])
      await ask(port, "/dao/votes.ics?secret=s3cret", { Host: "soria.example" }).catch(() => undefined);
    const log = () => readFileSync(nginx.accessLog, "utf8");
    await expect.poll(log).toContain("GET /dao/votes.ics HTTP/1.1");
    expect(log()).not.toContain("s3cret");
  });

  it("nginx serves https with HTTP/2", async () => {
    const session: ClientHttp2Session = connectHttp2(`https://127.0.0.1:${nginx.port}`, trust);
    const status = await new Promise((resolve, reject) => {
      session.on("error", reject);
      const request = session.request({ ":path": "/news", ":authority": "soria.example" });
      request.on("response", (headers) => resolve(headers[":status"])).on("error", reject);
      request.resume().end();
    });
    session.close();
    expect(status).toBe(200);
  });

  it.each([
    ["TLSv1.3", "TLSv1.3"],
    ["TLSv1.2", "TLSv1.2"],
    ["TLSv1.1", "refused"],
  ] as const)("nginx answers a client that offers %s only: %s", async (version, expected) => {
    const options = {
      ...trust,
      host: "127.0.0.1",
      port: nginx.port,
      minVersion: version,
      maxVersion: version,
    };
    const spoken = await new Promise((resolve) => {
      const socket = connectTls({ ...options, ciphers: "DEFAULT@SECLEVEL=0" }, () => {
        resolve(socket.getProtocol());
        socket.destroy();
      });
      socket.on("error", () => resolve("refused"));
    });
    expect(spoken).toBe(expected);
  });

  it("sends no page that it keeps while there is a maintenance file", async () => {
    const session = connectHttp2(`https://127.0.0.1:${nginx.port}`, trust);
    const statusOf = (path: string) =>
      new Promise((resolve, reject) => {
        session.on("error", reject);
        const request = session.request({ ":path": path, ":authority": "soria.example" });
        request.on("response", (headers) => resolve(headers[":status"])).on("error", reject);
        request.resume().end();
      });
    sites.respond = page("kept", guestPage);
    expect(await statusOf("/news?kept")).toBe(200);
    sites.respond = (_req, res) => void res.writeHead(503, { "Cache-Control": "no-store" }).end();
    expect(await statusOf("/news?kept")).toBe(200);
    writeFileSync(nginx.maintenanceFile, "{}");
    expect(await statusOf("/news?kept")).toBe(503);
    rmSync(nginx.maintenanceFile);
    expect(await statusOf("/news?kept")).toBe(200);
    session.close();
    sites.respond = page("the page");
  });

  it("nginx serves no certificate but that of its file", () => {
    const shown = execFileSync("openssl", ["s_client", "-connect", `127.0.0.1:${nginx.port}`], {
      input: "",
      encoding: "utf8",
      stdio: ["pipe", "pipe", "ignore"],
    });
    expect(shown).toContain("CN = soria.example");
  });
});
