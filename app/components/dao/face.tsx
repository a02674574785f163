import { portraitOf } from "~/domain/portraits";

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
