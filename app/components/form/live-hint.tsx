import { Icon } from "../text/icon";

/** What a field says while one types. The element is always there, because a screen reader only hears it change. */
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
