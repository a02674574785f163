/** The table of HTTP (tests/kit/visitors/http-table.ts) against a site behind the shipped nginx configuration. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { httpRows } from "../kit/visitors/http-table";
import { type RunningSite, startSite } from "../kit/programs/site";
import { hasNginx } from "../../tools/run-tests/tools";
import { removeFolders } from "./machines";
import { type Nginx, startNginx } from "./nginx";

let running: RunningSite;
let nginx: Nginx;

describe.skipIf(!hasNginx())("a site behind nginx", () => {
  beforeAll(async () => {
    running = await startSite({ env: { TRUST_PROXY: "loopback" } });
    const port = Number(new URL(running.site.origin).port);
    nginx = await startNginx([port, port]);
  }, 60_000);
  afterAll(async () => {
    await nginx.stop();
    await running.stop();
    removeFolders();
  });

  it.each(httpRows)("%s", async (_title, check) => {
    const { found, expected } = await check(`http://localhost:${nginx.port}`);
    expect(found).toEqual(expected);
  });
});
