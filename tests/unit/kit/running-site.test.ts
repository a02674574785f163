import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { closed, listening } from "../../kit/programs/listening";
import { checkRunning, runningSite } from "../../kit/programs/running-site";

let server: Server | undefined;
afterEach(() => server && closed(server));

describe("a running site for the browser tests", () => {
  it("is none without BASE_URL, also with SANDBOX_URL", () => {
    expect(runningSite({})).toBeUndefined();
    expect(runningSite({ SANDBOX_URL: "http://localhost:4000" })).toBeUndefined();
  });

  it("is an origin, whatever path or slash follows it", () => {
    const environment = { BASE_URL: "http://localhost:3000/news", SANDBOX_URL: "http://localhost:4000/" };
    expect(runningSite(environment)).toEqual({
      site: "http://localhost:3000",
      sandbox: "http://localhost:4000",
    });
    expect(runningSite({ BASE_URL: "https://www.soria.test" })?.sandbox).toBeUndefined();
  });

  it.each(["localhost:3000", "ftp://localhost", "nonsense"])(
    "refuses %s, and names the variable",
    (value) => {
      expect(() => runningSite({ BASE_URL: value })).toThrow(/^BASE_URL has /);
    },
  );

  it("that does not answer, or answers with an error, is named", async () => {
    server = createServer((_, response) => response.writeHead(502).end());
    const site = await listening(server);
    await expect(checkRunning({ site, sandbox: undefined })).rejects.toThrow(`${site}/ answers 502`);
    await expect(checkRunning({ site: "http://127.0.0.1:1", sandbox: undefined })).rejects.toThrow("nothing");
  });

  it("that is up gets a line that says what is skipped without its sandbox", async () => {
    server = createServer((_, response) => response.end());
    const site = await listening(server);
    const [, without] = await checkRunning({ site, sandbox: undefined });
    expect(without).toContain("set SANDBOX_URL");
    const [, withSandbox] = await checkRunning({ site, sandbox: site });
    expect(withSandbox).not.toContain("create members");
  });
});
