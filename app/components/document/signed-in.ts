import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { forgetKeptResponses } from "./checked-fetch";
import { type RootUser, useRootData } from "./root-data";

/** Who is signed in at this browser: an opaque mark ("" for nobody), and what the header shows. */
interface SignedIn {
  who: string;
  user: RootUser | null;
}

/** The name of the channel between tabs, and of the mark in localStorage: a page in the bfcache hears no channel. */
const NAME = "signed-in";
/** The longest wait for the question who is signed in, in ms. */
const ASK_TIMEOUT_MS = 10_000;

/** What this tab has heard since its page was last loaded; undefined when it is as the page knows it. */
let elsewhere: SignedIn | undefined;
const listeners = new Set<() => void>();

function tell(next: SignedIn | undefined): void {
  if (elsewhere?.who === next?.who) return;
  elsewhere = next;
  // Responses of another member's session must not be shown again.
  if (next) forgetKeptResponses();
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

/** The mark that the last loaded page of this browser has left; undefined without storage. */
function lastMark(next?: string): string | undefined {
  try {
    if (next !== undefined) localStorage.setItem(NAME, next);
    return localStorage.getItem(NAME) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Asks the site who is signed in; undefined when it is not reached. "Purpose" keeps the messages for a page. */
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
 * React hook for the one session state of a tab (docs/decisions/0036-session-of-a-tab.md): tells other tabs who is signed
 * in, hears it from them, and asks again when the tab comes back into view or out of the back/forward cache.
 */
export function useSessionOfTab(): void {
  const data = useRootData();
  const who = data?.who;
  const { revalidate } = useRevalidator();
  // A changed name is no other member: the message is sent when the mark changes, with the user of that moment.
  const user = useRef(data?.user ?? null);
  useEffect(() => {
    user.current = data?.user ?? null;
  });
  useEffect(() => {
    if (who === undefined) return;
    const hear = (message: SignedIn) => tell(message.who === who ? undefined : message);
    // What the page itself has just learnt is the newest.
    tell(undefined);
    lastMark(who);
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
      if (now && !own.signal.aborted) hear({ who: now.who, user: now.user });
    };
    const onShow = async ({ persisted }: PageTransitionEvent) => {
      open();
      if (!persisted) return;
      const mark = lastMark();
      if (mark !== undefined && mark !== who) hear({ who: mark, user: null });
      await ask();
      // Its data may be older than a change of language, too.
      if (!elsewhere) revalidate();
    };
    const onVisible = () => {
      if (document.visibilityState === "visible" && who) void ask();
    };
    const onPageShow = (event: PageTransitionEvent) => void onShow(event);
    open();
    channel?.postMessage({ who, user: user.current } satisfies SignedIn);
    addEventListener("pagehide", close);
    addEventListener("pageshow", onPageShow);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      close();
      removeEventListener("pagehide", close);
      removeEventListener("pageshow", onPageShow);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [who, revalidate]);
}
