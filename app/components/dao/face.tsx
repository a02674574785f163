import { portraitOf } from "~/domain/portraits";
import { Art } from "../text/elements";

export function Face({ name }: { name: string | undefined }) {
  if (name === undefined) return <span className="face face--none" aria-hidden="true" />;
  return <Art className="face" name={`people/${portraitOf(name)}`} width={240} height={240} />;
}
