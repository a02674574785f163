import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { makeStore } from "../document/make-store";
import { type FlashText, useRootData } from "../document/root-data";
import { useHydrated } from "../document/use-hydrated";
import { useLatest } from "../document/use-latest";
import { Icon, Link } from "../text/elements";

/** Maximum number of toasts at once; more wait (docs/decisions/0001). */
const AT_ONCE = 3;
/** Duration of a toast in ms (specification, section 9). */
const STAYS_MS = 5000;

let nextPlace = 1;
const added = makeStore<readonly (FlashText & { place: number })[]>([]);
const isError = ({ kind }: FlashText) => kind === "error";
const isAboutSession = (message: FlashText) => message.isAboutSession === true;

function drop(isOver: (message: FlashText) => boolean): void {
  if (added.get().some(isOver)) added.set(added.get().filter((toast) => !isOver(toast)));
}

/** Messages of this browser window, oldest first. Add to it from handlers and effects. */
export const toastStore = {
  ...added,
  add: (toast: FlashText) => added.set([...added.get(), { ...toast, place: nextPlace++ }]),
  dismissErrors: () => drop(isError),
  /** Removes messages about a sign-in that has ended. Call when somebody else is signed in. */
  dismissAboutSession: () => drop(isAboutSession),
  dismiss: (place: number) => added.set(added.get().filter((toast) => toast.place !== place)),
};

const none: FlashText[] = [];

/**
 * Messages of the session's flash and of the page's scripts. The server renders them at the top of the main part: as
 * banners without scripts, and as toasts in their place with scripts, so that the layout does not shift.
 */
export function Toasts() {
  const { t } = useTranslation("common");
  const { flash = none, who } = useRootData() ?? {};
  const hydrated = useHydrated();
  const later = added.useValue();
  // Messages of the first page. The server has rendered them, so the browser hydrates the same list.
  const [first, setFirst] = useState(() => flash.map((message, index) => ({ ...message, place: -index })));
  const seen = useRef(flash);
  const region = useRef<HTMLElement>(null);

  // Before the messages of the new page are added, which may be about the same sign-in or sign-out.
  const lastWho = useRef(who);
  useEffect(() => {
    if (lastWho.current === who) return;
    lastWho.current = who;
    setFirst((rest) => rest.filter((message) => !isAboutSession(message)));
    toastStore.dismissAboutSession();
  }, [who]);

  useEffect(() => {
    if (seen.current === flash) return;
    // Two responses under way at once may carry the same message, so skip known ids.
    const known = new Set(seen.current.map(({ id }) => id));
    seen.current = flash;
    for (const message of flash)
      if (message.id === undefined || !known.has(message.id)) toastStore.add(message);
  }, [flash]);

  // A new attempt removes the last one's errors, which must not stay next to its success.
  const isSending = useNavigation().formData !== undefined;
  useEffect(() => {
    if (!isSending) return;
    setFirst((rest) => (rest.some(isError) ? rest.filter((message) => !isError(message)) : rest));
    toastStore.dismissErrors();
  }, [isSending]);

  const all = [...first, ...later];
  const shown = hydrated ? all.slice(0, AT_ONCE) : all;
  return (
    <section className="toasts" aria-label={t("toast.region")} data-ground="night" ref={region}>
      {shown.map((toast) => (
        <Toast
          key={toast.place}
          {...toast}
          scripted={hydrated}
          onClose={() => {
            // The focused button disappears; otherwise the focus would return to the start of the page.
            if (region.current?.contains(document.activeElement))
              document.getElementById("main")?.focus({ preventScroll: true });
            setFirst((rest) => rest.filter((other) => other.place !== toast.place));
            toastStore.dismiss(toast.place);
          }}
        />
      ))}
    </section>
  );
}

const good = { icon: "ok", color: "var(--success)" } as const;
const bad = { icon: "bad", color: "var(--danger)" } as const;
const info = { icon: "info", color: "var(--c-apricot)" } as const;
const marks = { success: good, done: good, info, error: bad, alert: bad };

interface ToastProps extends FlashText {
  /** True if scripts run: the toast then closes by itself. */
  scripted: boolean;
  onClose: () => void;
}

/**
 * A message that closes after 5 s; the pointer or the focus on it stops the clock. "alert" and "done" stay until they
 * are closed, because the specification shows them in a window that the user closes.
 */
export function Toast({ kind, text, next = [], link, scripted, onClose }: ToastProps) {
  const { t } = useTranslation("common");
  const [held, setHeld] = useState(false);
  const close = useLatest(onClose);
  const goes = scripted && kind !== "alert" && kind !== "done";

  const left = useRef(STAYS_MS);
  useEffect(() => {
    if (!goes || held) return;
    const since = Date.now();
    const timer = setTimeout(() => close.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(1000, left.current - (Date.now() - since));
    };
  }, [goes, held, close]);

  const urgent = kind === "error" || kind === "alert";
  const { icon, color } = marks[kind];
  return (
    <div
      className="toast"
      role={urgent ? "alert" : "status"}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="toast__mark" style={{ color }}>
        <Icon name={icon} size={24} />
      </span>
      <div className="toast__words">
        <p>{text}</p>
        {next.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {link ? (
          <Link className="link" to={link.to}>
            {link.text}
          </Link>
        ) : null}
      </div>
      <button
        type="button"
        data-needs-script={scripted ? undefined : ""}
        aria-label={t("toast.dismiss")}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
