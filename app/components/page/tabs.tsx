import { Link } from "../text/elements";

interface TabsProps {
  label: string;
  items: { to: string; label: string; current: boolean }[];
  /** Five short labels fill one line on a phone. */
  evenly?: boolean;
}

export const Tabs = ({ label, items, evenly }: TabsProps) => (
  <nav aria-label={label} className={evenly ? "tabs tabs--evenly" : "tabs"}>
    {items.map(({ to, label: name, current }) => (
      <Link key={to} to={to} aria-current={current ? "page" : undefined}>
        {name}
      </Link>
    ))}
  </nav>
);
