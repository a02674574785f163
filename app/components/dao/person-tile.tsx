import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FormattedNumber } from "../text/formatted-number";
import { OthersWords } from "../text/others-words";
import "./dao.css";
import { Face } from "./face";

interface PersonTileProps {
  name: string | undefined;
  /** Since when, or at what time. */
  at: ReactNode;
  /** Their pass, or their vote. */
  tag: ReactNode;
  amountLabel: string;
  amount: number | undefined;
}

/** A member or a voter: portrait, name, what they are here, and how much they hold. Stands in a `ul` of people. */
export function PersonTile({ name, at, tag, amountLabel, amount }: PersonTileProps) {
  const { t } = useTranslation("dao");
  return (
    <li className="panel person">
      <Face name={name} />
      <div>
        <h3>
          <OthersWords text={name ?? t("unknownAccount")} />
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
