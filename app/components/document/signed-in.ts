import { useEffect, useRef, useSyncExternalStore } from "react";
import { type RootUser, useRootData } from "./root-data";

/** Who is signed in at this browser: an opaque mark ("" for nobody), and what the header shows. */
interface SignedIn {
  who: string;
  user: RootUser | null;
}

const CHANNEL = "signed-in";

/** What another tab has told since this page was last loaded; undefined when it is as this page knows it. */
let elsewhere: SignedIn | undefined;
const listeners = new Set<() => void>();

function tell(next: SignedIn | undefined): void {
  if (elsewhere?.who === next?.who) return;
  elsewhere = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const nobody: SignedIn = { who: "", user: null };

/** Who is signed in now, as far as this tab has heard: the header shows it, and forms made for others wait. */
export function useSignedIn(): SignedIn {
  const data = useRootData();
  const told = useSyncExternalStore(
    subscribe,
    () => elsewhere,
    () => undefined,
  );
  return told ?? (data ? { who: data.who, user: data.user } : nobody);
}

/** Tells the other tabs of this browser who is signed in, whenever that has changed, and hears it from them. */
export function useSignedInChannel(): void {
  const data = useRootData();
  const who = data?.who;
  // A changed name is no other member: the message is sent when the mark changes, with the user of that moment.
  const user = useRef(data?.user ?? null);
  useEffect(() => {
    user.current = data?.user ?? null;
  });
  useEffect(() => {
    if (who === undefined || typeof BroadcastChannel === "undefined") return;
    // What the page itself has just learnt is the newest.
    tell(undefined);
    let channel: BroadcastChannel | undefined;
    const open = () => {
      channel ??= new BroadcastChannel(CHANNEL);
      channel.onmessage = ({ data: message }: MessageEvent<SignedIn>) =>
        tell(message.who === who ? undefined : message);
    };
    // A page with an open channel is not kept for the way back.
    const close = () => {
      channel?.close();
      channel = undefined;
    };
    open();
    channel?.postMessage({ who, user: user.current } satisfies SignedIn);
    addEventListener("pagehide", close);
    addEventListener("pageshow", open);
    return () => {
      close();
      removeEventListener("pagehide", close);
      removeEventListener("pageshow", open);
    };
  }, [who]);
}
