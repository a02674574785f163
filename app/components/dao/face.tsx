import { portraitOf } from "~/domain/portraits";

/** The portrait of a member, beside their name; an empty circle for one whose name the API does not tell. */
export function Face({ name }: { name: string | undefined }) {
  if (name === undefined) return <span className="face face--none" aria-hidden="true" />;
  return (
    <img
      className="face"
      src={`/art/people/${portraitOf(name)}.svg`}
      width={240}
      height={240}
      alt=""
      loading="lazy"
    />
  );
}
