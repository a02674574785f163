/** Its name must look worth filling in to a program; a person never sees it. */
const HONEYPOT = "website";

/** A field that only programs fill in; the action refuses a form in which it has a value. */
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
