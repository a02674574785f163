import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { portraitOf } from "~/domain/portraits";
import { Art, FormattedNumber, UserText } from "../text/elements";
import "./dao.css";
import "./faces.css";

export function Face({ name }: { name: string | undefined }) {
  if (name === undefined) return <span className="face face--none" aria-hidden="true" />;
  const { figure, ground, mask } = portraitOf(name);
  return (
    <span className={`face face--g${ground} face--o${mask}`}>
      <Art name={`faces/${figure}`} width={240} height={240} />
    </span>
  );
}

interface PersonTileProps {
  name: string | undefined;
  at: ReactNode;
  tag: ReactNode;
  amountLabel: string;
  amount: number | undefined;
}

/** Tile of a member or voter: portrait, name, pass or vote, and amount. A list item; its parent is a `ul`. */
export function PersonTile({ name, at, tag, amountLabel, amount }: PersonTileProps) {
  const { t } = useTranslation("dao");
  return (
    <li className="panel person">
      <Face name={name} />
      <div>
        <h3>
          <UserText text={name ?? t("unknownAccount")} />
        </h3>
        {at ? <p className="soft small">{at}</p> : null}
        {tag ? <p>{tag}</p> : null}
      </div>
      {amount === undefined ? null : (
        <dl>
          <dt>{amountLabel}</dt>
          <dd>
            <FormattedNumber value={amount} />
          </dd>
        </dl>
      )}
    </li>
  );
}
