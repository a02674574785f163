import type { PassType } from "~/domain/dao";
import "./dao.css";

interface Pass {
  type: PassType;
  name: string;
  text: string;
}

export function Passes({ passes, level = 3 }: { passes: Pass[]; level?: 3 | 4 }) {
  const Heading = level === 3 ? "h3" : "h4";
  return (
    <ul className="pass-cards">
      {passes.map(({ type, name, text }) => (
        <li key={type}>
          <img src={`/art/pass-${type.toLowerCase()}.svg`} width={300} height={400} alt="" loading="lazy" />
          <div>
            <Heading>{name}</Heading>
            <p className="soft small">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
