import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { clearResponseCache } from "./checked-fetch";
import { makeStore } from "./make-store";
import { type RootUser, useRootData } from "./root-data";

/** The signed-in member of this browser: a hash ("" for nobody), and the data for the header. */
interface SignedIn {
  who: string;
  user: RootUser | null;
}

/**
 * Name of the channel between tabs, and of the localStorage key. A page restored from the back/forward cache has missed
 * the channel's messages.
 */
const NAME = "signed-in";
const ASK_TIMEOUT_MS = 10_000;

/** A change that this tab has heard of since its page was loaded; undefined if the page is up to date. */
const elsewhere = makeStore<SignedIn | undefined>(undefined);

function tell(next: SignedIn | undefined): void {
  if (elsewhere.get()?.who === next?.who) return;
  // Responses from another member's session must not be shown again.
  if (next) clearResponseCache();
  elsewhere.set(next);
}

/** React hook that returns the signed-in member as far as this tab knows. */
export function useSignedIn(): SignedIn {
  const { who = "", user = null } = useRootData() ?? {};
  return elsewhere.useValue() ?? { who, user };
}

let isOldPage = false;

/** The page has waited for its scripts, so another tab may have signed in since. Call before hydration. */
export function sessionMayBeOld(): void {
  isOldPage = true;
}

/** Stores `next` if given. Returns the member hash of this browser's last loaded page; undefined without storage. */
function lastMark(next?: string): string | undefined {
  try {
    if (next !== undefined) localStorage.setItem(NAME, next);
    return localStorage.getItem(NAME) ?? undefined;
  } catch {
    return undefined;
  }
}

/** "Purpose: prefetch" keeps the request from consuming flash messages. */
async function askWho(signal: AbortSignal): Promise<SignedIn | undefined> {
  try {
    const headers = { Purpose: "prefetch" };
    const response = await fetch("/?_data=root", { headers, cache: "no-store", signal });
    return response.ok ? ((await response.json()) as SignedIn) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * React hook (docs/decisions/0036-session-of-a-tab.md) that broadcasts the signed-in member to other tabs, listens to
 * them, and asks the server when the tab becomes visible or is restored from the back/forward cache.
 */
export function useSessionOfTab(): void {
  const data = useRootData();
  const who = data?.who;
  const { revalidate } = useRevalidator();
  // A ref, because a changed name is not another member: the effect runs only when the hash changes.
  const user = useRef(data?.user ?? null);
  useEffect(() => {
    user.current = data?.user ?? null;
  });
  useEffect(() => {
    if (who === undefined) return;
    const hear = (message: SignedIn) => tell(message.who === who ? undefined : message);
    const mayBeOld = isOldPage && lastMark() !== who;
    isOldPage = false;
    if (!mayBeOld) {
      // The page's own data is the newest.
      tell(undefined);
      lastMark(who);
    }
    let channel: BroadcastChannel | undefined;
    const open = () => {
      if (typeof BroadcastChannel === "undefined") return;
      channel ??= new BroadcastChannel(NAME);
      channel.onmessage = ({ data: message }: MessageEvent<SignedIn>) => hear(message);
    };
    // An open BroadcastChannel makes a page ineligible for the back/forward cache.
    const close = () => {
      channel?.close();
      channel = undefined;
      asking?.abort();
    };
    let asking: AbortController | undefined;
    const ask = async () => {
      asking?.abort();
      const own = (asking = new AbortController());
      const timer = setTimeout(() => own.abort(), ASK_TIMEOUT_MS);
      const now = await askWho(own.signal);
      clearTimeout(timer);
      if (!now || own.signal.aborted) return;
      hear({ who: now.who, user: now.user });
      if (now.who === who) lastMark(who);
    };
    const onShow = async ({ persisted }: PageTransitionEvent) => {
      open();
      if (!persisted) return;
      const mark = lastMark();
      if (mark !== undefined && mark !== who) hear({ who: mark, user: null });
      await ask();
      // The data may also be older than a change of language.
      if (!elsewhere.get()) revalidate();
    };
    const onVisible = () => {
      if (document.visibilityState === "visible" && who) void ask();
    };
    open();
    if (mayBeOld) void ask();
    else channel?.postMessage({ who, user: user.current } satisfies SignedIn);
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener("pagehide", close, { signal });
    addEventListener("pageshow", (event) => void onShow(event), { signal });
    document.addEventListener("visibilitychange", onVisible, { signal });
    return () => {
      close();
      listening.abort();
    };
  }, [who, revalidate]);
}
