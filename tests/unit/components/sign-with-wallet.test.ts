import { describe, expect, it, vi } from "vitest";
import { connect, failureKeyOf, requestMessage, sign } from "~/routes/account/sign-in/sign-with-wallet";

const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

interface Behaviour {
  chainId?: string;
  /** The error that the wallet returns for every signature. */
  refuses?: { code: number | string; data?: unknown };
  /** The wallet returns no account. */
  empty?: boolean;
}

/**
 * Connects and signs with a wallet of this behaviour. @returns the key of the failure message; undefined after a
 * signature
 */
async function attempt({ chainId = "0x1", refuses, empty = false }: Behaviour): Promise<string | undefined> {
  const wallet = {
    request({ method }: { method: string }): Promise<unknown> {
      if (method === "eth_requestAccounts") return Promise.resolve(empty ? [] : [ADDRESS]);
      if (method === "eth_chainId") return Promise.resolve(chainId);
      return refuses ? Promise.reject(Object.assign(new Error("no"), refuses)) : Promise.resolve("0x00");
    },
  };
  try {
    const { address } = await connect(wallet, [1]);
    expect(await sign(wallet, "text", address)).toBe("0x00");
    return undefined;
  } catch (error) {
    return failureKeyOf(error);
  }
}

describe("a wallet", () => {
  it.each([
    ["signs", {}, undefined],
    ["refuses", { refuses: { code: 4001 } }, "refused"],
    ["refuses in another's words", { refuses: { code: "ACTION_REJECTED" } }, "refused"],
    [
      "refuses inside an internal error",
      { refuses: { code: -32603, data: { originalError: { code: 4001 } } } },
      "refused",
    ],
    ["is locked", { refuses: { code: 4100 } }, "locked"],
    ["opens no account", { empty: true }, "locked"],
    ["still asks", { refuses: { code: -32002 } }, "locked"],
    ["is on another chain", { chainId: "0x89" }, "wrongChain"],
    ["is cut off from its chain", { refuses: { code: 4901 } }, "wrongChain"],
    ["has a trouble of its own", { refuses: { code: -32603 } }, "problem"],
  ] satisfies [string, Behaviour, string | undefined][])("that %s", async (_, behaviour, failure) => {
    expect(await attempt(behaviour)).toBe(failure && `account:wallet.${failure}`);
  });
});

it("a wallet is asked to sign the bytes of the message, with the member's address [A007.3]", async () => {
  const request = vi.fn(() => Promise.resolve("0x00"));
  await sign({ request }, "text", ADDRESS);
  expect(request.mock.calls).toEqual([[{ method: "personal_sign", params: ["0x74657874", ADDRESS] }]]);
});

describe("the message to sign", () => {
  it.each([
    ["a page of a proxy", () => new Response("<html>: no</html>"), "errors:http.unexpected"],
    ["nothing", () => new Response(null, { status: 204 }), "errors:http.unexpected"],
    ["null", () => Response.json(null), "errors:http.unexpected"],
    ["a refusal", () => Response.json({ error: "errors:http.tooMany" }), "errors:http.tooMany"],
    ["no answer", () => Promise.reject(new TypeError("Failed: to fetch")), "errors:http.noResponse"],
  ])("that comes as %s shows a message of the site, not the browser's", async (_, answer, key) => {
    vi.stubGlobal("fetch", () => Promise.resolve(answer()));
    const said = await requestMessage(ADDRESS, 1).catch(failureKeyOf);
    expect(said).toBe(key);
  });

  it("is the server's", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ message: "text" })));
    expect(await requestMessage(ADDRESS, 1)).toBe("text");
  });
});
