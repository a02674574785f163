import { useEffect, useState } from "react";

/** EIP-1193, the part that a sign-in needs. */
export interface Eip1193Provider {
  request(args: { method: string; params?: unknown[] }): Promise<unknown>;
}

export interface Wallet {
  id: string;
  name: string;
  /** A data: address, as EIP-6963 requires. */
  icon?: string;
  provider: Eip1193Provider;
}

/**
 * The wallets of this browser: all that announce themselves (EIP-6963), else the one that sits at
 * `window.ethereum`.
 *
 * @returns undefined until it is known
 */
export function useWallets(): Wallet[] | undefined {
  const [wallets, setWallets] = useState<Wallet[]>();
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    // Only this panel needs it, so it is not in the page's first script.
    void import("mipd").then(({ createStore }) => {
      if (isOver) return;
      const store = createStore();
      const read = () => {
        const found = store.getProviders().map(({ info, provider }): Wallet => {
          const icon = info.icon.startsWith("data:image/") ? { icon: info.icon } : {};
          return { id: info.uuid, name: info.name, provider: provider as Eip1193Provider, ...icon };
        });
        const { ethereum } = window as { ethereum?: Eip1193Provider };
        setWallets(
          found.length > 0 || !ethereum
            ? found
            : [{ id: "injected", name: "Browser wallet", provider: ethereum }],
        );
      };
      store.subscribe(read);
      read();
      stop = () => store.destroy();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return wallets;
}
