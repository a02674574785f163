import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../text/icon";
import { Link } from "../text/link";
import type { FlashText } from "../document/root-data";

/** How long a toast stays (specification, section 9). */
const STAYS_MS = 5000;

const marks = {
  success: { icon: "ok", color: "var(--success)" },
  done: { icon: "ok", color: "var(--success)" },
  info: { icon: "info", color: "var(--c-apricot)" },
  error: { icon: "bad", color: "var(--danger)" },
  alert: { icon: "bad", color: "var(--danger)" },
} as const;

interface ToastProps extends FlashText {
  /** Scripts run: it can be closed, and closes itself. */
  scripted: boolean;
  onClose: () => void;
}

/**
 * One message. It goes after 5 s, counted only while neither the pointer nor the focus is on it. An alert or a thing done
 * for good is what the specification shows in a window that has to be closed, so it stays until it is.
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
      <button type="button" hidden={!scripted} aria-label={t("toast.dismiss")} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}
