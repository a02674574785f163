import { Icon } from "../text/icon";

/**
 * Message of a field while the user types. The element is always present, because screen readers only announce changes
 * to an existing live region.
 */
export function LiveHint({ ok, text }: { ok?: boolean; text?: string }) {
  return (
    <span role="status" className={text ? `hint ${ok ? "hint--ok" : "hint--bad"}` : "hint"}>
      {text ? (
        <>
          <Icon name={ok ? "ok" : "bad"} size={18} />
          <span>{text}</span>
        </>
      ) : null}
    </span>
  );
}
