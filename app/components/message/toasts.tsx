import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { type FlashText, useRootData } from "../document/root-data";
import { Toast } from "./toast";
import { toastStore } from "./toast-store";
import { useHydrated } from "../document/use-hydrated";

export { useToast } from "./toast-store";

/** More wait until one of these is gone (docs/decisions/0001). */
const AT_ONCE = 3;

const isError = ({ kind }: FlashText) => kind === "error";

const none: FlashText[] = [];
const noneShown: ReturnType<typeof toastStore.get> = [];

/**
 * The messages of the session's flash and of the page's own scripts. The server renders them at the top of the main
 * part: banners where no script runs, and in place as toasts where one does, so that nothing jumps.
 */
export function Toasts() {
  const { t } = useTranslation("common");
  const flash = useRootData()?.flash ?? none;
  const hydrated = useHydrated();
  const added = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => noneShown);
  // The messages of the first page: rendered by the server already, so the browser begins with the same.
  const [first, setFirst] = useState(flash);
  const seen = useRef(flash);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    if (seen.current === flash) return;
    // What comes until it was shown may come once more before the server has heard of it.
    const known = new Set(seen.current.map(({ id }) => id));
    seen.current = flash;
    for (const message of flash)
      if (message.id === undefined || !known.has(message.id)) toastStore.add(message);
  }, [flash]);

  // The next attempt: what was wrong with the last one must not stand beside its success.
  const isSending = useNavigation().formData !== undefined;
  useEffect(() => {
    if (!isSending) return;
    setFirst((rest) => (rest.some(isError) ? rest.filter((message) => !isError(message)) : rest));
    toastStore.dismissErrors();
  }, [isSending]);

  const all = [
    ...first.map((message, index) => ({
      ...message,
      key: `first-${index}`,
      dismiss: () => setFirst((rest) => rest.filter((other) => other !== message)),
    })),
    ...added.map((message) => ({
      ...message,
      key: String(message.place),
      dismiss: () => toastStore.dismiss(message.place),
    })),
  ];
  const shown = hydrated ? all.slice(0, AT_ONCE) : all;
  return (
    <section className="toasts" aria-label={t("toast.region")} data-ground="night" ref={region}>
      {shown.map(({ key, dismiss, ...message }) => (
        <Toast
          key={key}
          {...message}
          scripted={hydrated}
          onClose={() => {
            // The button that has the focus goes away: without this the focus would fall back to the page's beginning.
            if (region.current?.contains(document.activeElement)) document.getElementById("main")?.focus();
            dismiss();
          }}
        />
      ))}
    </section>
  );
}
