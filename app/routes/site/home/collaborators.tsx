import { useTranslation } from "react-i18next";
import { Art } from "~/components/text/elements";

/** The eight collaborators, with the widths of their logos at a height of 60 px. */
const marks = [
  { id: 1, name: "Kumoi Works", width: 345 },
  { id: 2, name: "Tidewright", width: 246 },
  { id: 3, name: "hoshimori", width: 243 },
  { id: 4, name: "Anelo", width: 191 },
  { id: 5, name: "Orchard Nine", width: 203 },
  { id: 6, name: "marugoto", width: 235 },
  { id: 7, name: "Lanternfold", width: 240 },
  { id: 8, name: "Yagura", width: 242 },
] as const;

const other = [...marks.slice(5), ...marks.slice(0, 5)];

/** Two rows of logos, which CSS scrolls in opposite directions. Screen readers read each name once. */
export function Collaborators() {
  const { t } = useTranslation("home");
  return (
    <section className="sec collab" aria-labelledby="collab-title">
      <div className="wrap collab__head">
        <h2 className="lettered" id="collab-title">
          {t("collaborators.title")}
        </h2>
      </div>
      <div className="marquee">
        <div className="row">
          <Row named marks={marks} />
          <Row marks={marks} />
        </div>
        <div className="row row--back" aria-hidden="true">
          <Row marks={other} />
          <Row marks={other} />
        </div>
      </div>
    </section>
  );
}

function Row({ marks: shown, named = false }: { marks: readonly (typeof marks)[number][]; named?: boolean }) {
  return (
    <ul {...(named ? {} : { "aria-hidden": true })}>
      {shown.map(({ id, name, width }) => (
        <li key={id}>
          <Art name={`collaborator-${id}`} width={width} height={60} alt={named ? name : ""} />
        </li>
      ))}
    </ul>
  );
}
