import { useTranslation } from "react-i18next";
import { Icon, TextLink } from "~/components/text/elements";
import { paths } from "~/domain/paths";

/** Line above the open votes: all their ends as a calendar file, and the way to the member's calendar address. */
export function CalendarLine() {
  const { t } = useTranslation("dao");
  return (
    <p className="calendar-line">
      <a className="quiet-link" href={paths.dao.votesCalendar()} download>
        <Icon name="calendar" size={16} />
        {t("vote.calendarAll")}
      </a>
      <TextLink to={paths.myPage.calendarAddress} icon="arrow-right">
        {t("vote.subscribe")}
      </TextLink>
    </p>
  );
}
