import type { PassType } from "~/domain/dao";
import "./dao.css";

export const Passes = ({ passes }: { passes: { type: PassType; name: string; text: string }[] }) => (
  <ul className="pass-cards">
    {passes.map(({ type, name, text }) => (
      <li key={type}>
        <img src={`/art/pass-${type.toLowerCase()}.svg`} width={300} height={400} alt="" loading="lazy" />
        <div>
          <h3>{name}</h3>
          <p className="soft small">{text}</p>
        </div>
      </li>
    ))}
  </ul>
);
