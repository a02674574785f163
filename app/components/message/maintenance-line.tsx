import { paths } from "~/domain/paths";
import { useRootData } from "../document/root-data";

/** Quiet line at the top of every page about a planned or running maintenance, or one that is over. */
export function MaintenanceLine() {
  const line = useRootData()?.maintenance;
  if (!line) return null;
  return (
    <aside className="maintenance" data-ground="night">
      <p className="wrap">
        {line.text}
        {line.link ? (
          <>
            {" "}
            {/* A page of the HTTP front, which only a document load shows. */}
            <a className="link" href={paths.maintenance}>
              {line.link}
            </a>
          </>
        ) : null}
      </p>
    </aside>
  );
}
