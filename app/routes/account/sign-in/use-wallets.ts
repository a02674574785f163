import { useEffect, useState } from "react";

/** The part of an EIP-1193 provider that a sign-in needs. */
export interface Eip1193Provider {
  request(args: { method: string; params?: unknown[] }): Promise<unknown>;
}

export interface Wallet {
  id: string;
  /** Name from the wallet's announcement; undefined for the wallet at `window.ethereum`. */
  name?: string;
  /** A data: URL, as EIP-6963 requires. */
  icon?: string;
  provider: Eip1193Provider;
}

/** Returns the wallet at `window.ethereum`, if there is one. */
function injectedWallet(): Wallet[] {
  const { ethereum } = window as { ethereum?: Eip1193Provider };
  return ethereum ? [{ id: "injected", provider: ethereum }] : [];
}

/**
 * React hook that returns the wallets of this browser: those that announce themselves (EIP-6963), otherwise the one
 * at `window.ethereum`.
 *
 * @returns undefined while loading; "unknown" if the `mipd` chunk could not be loaded and there is no
 * `window.ethereum`
 */
export function useWallets(): Wallet[] | "unknown" | undefined {
  const [wallets, setWallets] = useState<Wallet[] | "unknown">();
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    // Loaded on demand: only this panel needs it.
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
