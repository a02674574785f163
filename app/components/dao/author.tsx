import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { UserText } from "../text/user-text";
import { Time } from "../text/time";
import "./dao.css";
import { Face } from "./face";

interface AuthorProps {
  name: string | undefined;
  at: string | undefined;
  /** Role of the author, shown before the date. */
  role?: ReactNode;
  dateOnly?: boolean;
}

export function Author({ name, at, role, dateOnly = false }: AuthorProps) {
  const { t } = useTranslation("dao");
  return (
    <p className="author">
      <Face name={name} />
      <span>
        <b>
          <UserText text={name ?? t("unknownAccount")} />
        </b>
        <small>
          {role}
          {role && at ? " · " : null}
          {at ? <Time value={at} dateOnly={dateOnly} /> : null}
        </small>
      </span>
    </p>
  );
}
