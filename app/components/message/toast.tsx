import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../text/icon";
import { Link } from "../text/link";
import type { FlashText } from "../document/root-data";

/** Duration of a toast in ms (specification, section 9). */
const STAYS_MS = 5000;

const marks = {
  success: { icon: "ok", color: "var(--success)" },
  done: { icon: "ok", color: "var(--success)" },
  info: { icon: "info", color: "var(--c-apricot)" },
  error: { icon: "bad", color: "var(--danger)" },
  alert: { icon: "bad", color: "var(--danger)" },
} as const;

interface ToastProps extends FlashText {
  /** True if scripts run: the toast then has a close button and closes by itself. */
  scripted: boolean;
  onClose: () => void;
}

/**
 * A message that closes after 5 s; the timer pauses while the pointer or the focus is on it. "alert" and "done" stay
 * until closed, because the specification shows them in a window that the user closes.
 */
export function Toast({ kind, text, next = [], link, shown, scripted, onClose }: ToastProps) {
  const { t } = useTranslation("common");
  const [held, setHeld] = useState(false);
  const left = useRef(STAYS_MS);
  const close = useRef(onClose);
  close.current = onClose;
  const goes = scripted && kind !== "alert" && kind !== "done";

  useEffect(() => {
    if (!goes || held) return;
    const since = Date.now();
    const timer = setTimeout(() => close.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(1000, left.current - (Date.now() - since));
    };
  }, [goes, held]);

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
      {shown ? <img className="sr" src={shown} width={1} height={1} alt="" /> : null}
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
