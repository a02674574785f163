/** Name of the field. It must look useful to a bot; people never see the field. */
const HONEYPOT = "website";

/** Field that only bots fill in; the action rejects a form in which it has a value. */
export function Honeypot() {
  return (
    <div className="sr" aria-hidden="true">
      <label>
        {HONEYPOT}
        <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
