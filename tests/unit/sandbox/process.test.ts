/** The sandbox as the process that `npm start` runs: the data it keeps when stopped or killed, and its faults. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MadeMember } from "#server/sandbox/switches/members";
import { newFolder } from "../../kit/data/new-folder";
import { freePort } from "../../kit/programs/redis-server";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const dataDir = newFolder();
let port: number;
let child: ChildProcess;
/** The stderr output of all runs. */
let complaints = "";

async function start(): Promise<void> {
  child = spawn(process.execPath, ["--import", "tsx", "server/sandbox/main.ts"], {
    cwd: root,
    env: {
      ...process.env,
      SANDBOX_PORT: String(port),
      SANDBOX_ALLOWED_HOSTS: "other, site-api",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stderr?.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
  const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
  expect(line.toString()).toContain(`http://localhost:${port}`);
}

async function stop(signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, "exit");
  child.kill(signal);
  const [code] = (await ended) as [number | null];
  return code;
}

const url = (path: string) => `http://127.0.0.1:${port}${path}`;
const send = (path: string, method: string, body?: unknown, token?: string) =>
  fetch(url(path), {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
const read = (path: string, token: string) => send(path, "GET", undefined, token);
const make = async (order: object = {}) =>
  (await (await send("/__members", "POST", order)).json()) as MadeMember;
const sendSignIn = ({ email, password }: MadeMember) =>
  send("/api/auth/sign-in", "POST", { email, password, language: "EN", platform: "WEB" });
const signIn = async (member: MadeMember) => {
  const response = await sendSignIn(member);
  return ((await response.json()) as { data: { accessToken: string; refreshToken: string } }).data;
};
const HISTORY = "page=1&currencyType=soria&transactionType=ALL&from=2000-01-01&to=2100-01-01";
const NEWS = "/api/news?scope=WEB&language=EN&page=1&size=10";
const faults = (rules: object[]) => send("/__faults", "PUT", rules);

beforeAll(async () => {
  port = await freePort();
  await start();
}, 60_000);
afterAll(async () => {
  await stop("SIGTERM");
  expect(complaints).toBe("");
});

describe("what it keeps", () => {
  it.each(["SIGTERM", "SIGKILL"] as const)(
    "members, sessions and files outlive %s",
    async (signal) => {
      const member = await make({ history: 5, balances: { soria: 900 } });
      const session = await signIn(member);
      const form = new FormData();
      const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
      const fields = {
        typeCode: "ETC",
        language: "EN",
        name: "A",
        email: "a@b.co",
        subject: "s",
        message: "m",
      };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set("file", new File([bytes], "a.png"));
      const headers = { Authorization: `Bearer ${session.accessToken}` };
      const posted = await fetch(url("/api/support/inquiries"), { method: "POST", body: form, headers });
      const { data } = (await posted.json()) as { data: { publicId: string } };

      expect(await stop(signal)).toBe(signal === "SIGTERM" ? 0 : null);
      await start();

      const restored = await read("/api/auth/refresh/session?platform=WEB", session.refreshToken);
      expect(await restored.json()).toMatchObject({ result: 1, data: { soriaAmount: 900 } });
      const detail = await read(`/api/support/inquiries/${data.publicId}`, session.accessToken);
      const inquiry = (await detail.json()) as {
        data: { messages: { attachments: { fileUrl: string }[] }[] };
      };
      const fileUrl = inquiry.data.messages[0]?.attachments[0]?.fileUrl ?? "";
      expect(fileUrl.startsWith(`http://localhost:${port}/files/`)).toBe(true);
      const file = await fetch(fileUrl);
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
    },
    30_000,
  );

  it("a balance and its history agree when it is killed in the middle of purchases", async () => {
    const member = await make({ history: 3, balances: { soria: 900_000, soriaPlus: 0, point: 0 } });
    const { accessToken, refreshToken } = await signIn(member);
    const buying = Array.from({ length: 60 }, () =>
      send(
        "/api/store/products/purchase",
        "POST",
        { transactionMethod: "SORIA", objectId: 1, quantity: 1 },
        accessToken,
      ).then(
        (response) => response.ok,
        () => false,
      ),
    );
    await Promise.race(buying);
    await stop("SIGKILL");
    const answered = (await Promise.all(buying)).filter(Boolean).length;
    await start();
    const me = await read("/api/auth/refresh/session?platform=WEB", refreshToken);
    const { data } = (await me.json()) as { data: { soriaAmount: number } };
    const list = await read(`/api/users/me/history?size=50&${HISTORY}`, accessToken);
    const history = (await list.json()) as {
      data: { stats: { total: number }; items: { net_amount: number }[] };
    };
    expect(history.data.items[0]?.net_amount).toBe(data.soriaAmount);
    expect(history.data.stats.total - 3).toBeGreaterThanOrEqual(answered);
    expect(data.soriaAmount).toBe(900_000 - (history.data.stats.total - 3) * 300);
  }, 30_000);
});

describe("where it listens", () => {
  it("is localhost by either name, and no page of another origin reaches the switches", async () => {
    expect((await fetch(`http://localhost:${port}/mailbox`)).status).toBe(200);
    const foreign = await fetch(url("/__reset"), {
      method: "POST",
      headers: { Origin: "http://evil.example" },
    });
    expect(foreign.status).toBe(403);
  });

  it("answers no other Host, whatever the path, so that DNS rebinding reads no mail", async () => {
    const statusFor = (path: string, ...hosts: string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = hosts.flatMap((host) => ["Host", host]);
        get({ host: "127.0.0.1", port, path, headers, setHost: false }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on("error", reject);
      });
    for (const host of [`localhost:${port}`, "LOCALHOST", `127.0.0.1:${port}`, `[::1]:${port}`, "site-api"]) {
      expect(await statusFor("/mailbox.json", host), host).toBe(200);
    }
    const foreign = [
      "evil.example",
      `evil.example:${port}`,
      "localhost.evil.example",
      "127.0.0.1.nip.io",
      "a@localhost",
      "",
    ];
    for (const path of ["/mailbox.json", "/mailbox", "/", "/__calls", NEWS, "/art/x.svg"]) {
      for (const host of foreign) expect(await statusFor(path, host), `${path} of ${host}`).toBe(421);
    }
    expect([400, 421]).toContain(await statusFor("/mailbox.json", "localhost", "evil.example"));
  });

  it("says in one line that its port is taken", async () => {
    const second = spawn(process.execPath, ["--import", "tsx", "server/sandbox/main.ts"], {
      cwd: root,
      env: { ...process.env, SANDBOX_PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "silent" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let text = "";
    second.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
    const [code] = (await once(second, "exit")) as [number];
    expect(code).toBe(1);
    expect(
      text
        .trim()
        .split("\n")
        .filter((line) => line.includes("SANDBOX_PORT")),
    ).toHaveLength(1);
  }, 30_000);
});

describe("faults", () => {
  it("apply to a path, a method, a member, so many times", async () => {
    const [one, other] = [await signIn(await make()), await signIn(await make())];
    const me = async (token: string) => (await read("/api/users/me", token)).status;
    const sub = JSON.parse(Buffer.from(one.accessToken.split(".")[1] ?? "", "base64url").toString()) as {
      sub: string;
    };
    await faults([{ path: "/api/users", method: "get", member: Number(sub.sub), status: 503, times: 2 }]);
    expect(await me(other.accessToken)).toBe(200);
    expect([await me(one.accessToken), await me(one.accessToken), await me(one.accessToken)]).toEqual([
      503, 503, 200,
    ]);
  });

  it("of one owner stay when another clears its own, and meet calls that name an e-mail", async () => {
    const [one, other] = [await make(), await make()];
    await send("/__faults?owner=a", "PUT", [{ path: "/api/auth/sign-in", email: one.email, status: 500 }]);
    await send("/__faults?owner=b", "PUT", []);
    const status = async (member: MadeMember) => (await sendSignIn(member)).status;
    expect([await status(one), await status(other)]).toEqual([500, 200]);
    await faults([]);
    expect(await status(one)).toBe(200);
  });

  it("answer a body of one's own, HTML, a redirect, half a JSON", async () => {
    const news = () => fetch(url(NEWS), { redirect: "manual" });
    await faults([{ path: "/api/news", body: { result: 0, message: "no", data: null } }]);
    expect(await (await news()).json()).toEqual({ result: 0, message: "no", data: null });
    await faults([{ path: "/api/news", mode: "html" }]);
    expect((await news()).headers.get("content-type")).toBe("text/html");
    await faults([{ path: "/api/news", mode: "redirect" }]);
    expect((await news()).status).toBe(302);
    await faults([{ path: "/api/news", mode: "truncate" }]);
    await expect((await news()).json()).rejects.toThrow(SyntaxError);
    await faults([]);
    expect((await news()).status).toBe(200);
  });

  it("close, stall, stall in mid-body, drip", async () => {
    const read = async () => {
      const response = await fetch(url(NEWS), { signal: AbortSignal.timeout(400) });
      return response.text();
    };
    for (const mode of ["close", "stall", "stall-body", "drip"]) {
      await faults([{ path: "/api/news", mode }]);
      await expect(read(), mode).rejects.toThrow();
    }
    await faults([]);
  });

  it("can lose the answer of a call that was carried out", async () => {
    const member = await make();
    const { accessToken } = await signIn(member);
    await faults([{ path: "/api/users/me", method: "PATCH", mode: "close", after: true, times: 1 }]);
    const body = { firstName: "後", lastName: "前" };
    await expect(send("/api/users/me", "PATCH", body, accessToken)).rejects.toThrow();
    const me = await read("/api/users/me", accessToken);
    expect(await me.json()).toMatchObject({ data: { firstName: "後" } });
  });

  it("send fifty megabytes", async () => {
    await faults([{ path: "/api/news", mode: "huge" }]);
    const response = await fetch(url(NEWS));
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(50_000_000);
    await faults([]);
  });
});

it("tells what was called, and no secrets", async () => {
  const member = await make();
  const { accessToken } = await signIn(member);
  await read(`/api/users/me/history?size=10&${HISTORY}`, accessToken);
  const response = await fetch(url(`/__calls?member=${member.id}`));
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({
    counts: { "GET /api/users/me/history": 1 },
    calls: [{ query: `?size=10&${HISTORY}`, status: 200 }],
  });
  expect(text).not.toContain(accessToken);
});
