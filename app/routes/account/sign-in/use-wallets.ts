import { useEffect, useState } from "react";

/** EIP-1193, the part that a sign-in needs. */
export interface Eip1193Provider {
  request(args: { method: string; params?: unknown[] }): Promise<unknown>;
}

export interface Wallet {
  id: string;
  /** As it calls itself; undefined for one that does not say. */
  name?: string;
  /** A data: address, as EIP-6963 requires. */
  icon?: string;
  provider: Eip1193Provider;
}

/** The one that sits at `window.ethereum`, if one does. */
function injectedWallet(): Wallet[] {
  const { ethereum } = window as { ethereum?: Eip1193Provider };
  return ethereum ? [{ id: "injected", provider: ethereum }] : [];
}

/**
 * The wallets of this browser: all that announce themselves (EIP-6963), else the one that sits at
 * `window.ethereum`.
 *
 * @returns undefined until it is known; "unknown" when the part that asks for them could not be fetched, and none is there
 * without asking
 */
export function useWallets(): Wallet[] | "unknown" | undefined {
  const [wallets, setWallets] = useState<Wallet[] | "unknown">();
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    // Only this panel needs it, so it is not in the page's first script.
    import("mipd").then(
      ({ createStore }) => {
        if (isOver) return;
        const store = createStore();
        const read = () => {
          const found = store.getProviders().map(({ info, provider }): Wallet => {
            const icon = info.icon.startsWith("data:image/") ? { icon: info.icon } : {};
            return { id: info.uuid, name: info.name, provider: provider as Eip1193Provider, ...icon };
          });
          setWallets(found.length > 0 ? found : injectedWallet());
        };
        store.subscribe(read);
        read();
        stop = () => store.destroy();
      },
      () => {
        if (isOver) return;
        const injected = injectedWallet();
        setWallets(injected.length > 0 ? injected : "unknown");
      },
    );
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return wallets;
}
