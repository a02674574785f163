import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { themes } from "~/domain/theme";
import { useRootData } from "../document/root-data";
import { Icon } from "../text/icon";

const icons = { system: "screen", paper: "sheet", night: "lantern" } as const;

/** Form with the three themes. It loads a new document, because the server writes the theme into the HTML. */
export function ThemeForm({
  className,
  ground = "paper",
}: {
  className: string;
  ground?: "night" | "paper";
}) {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  const current = useRootData()?.theme ?? "system";
  return (
    <form className={className} data-ground={ground} method="post" action={paths.theme}>
      <input type="hidden" name="redirectTo" value={pathname + search} />
      {themes.map((theme) => (
        <button
          type="submit"
          key={theme}
          name="theme"
          value={theme}
          {...(theme === current ? { "aria-current": "true" as const } : {})}
        >
          <Icon name={icons[theme]} size={18} />
          {t(`theme.${theme}`)}
        </button>
      ))}
    </form>
  );
}

/** Theme switcher in the header: paper (light), night (dark), or the device's setting. */
export function ThemeMenu() {
  const { t } = useTranslation("common");
  const current = useRootData()?.theme ?? "system";
  return (
    <details className="pop only-wide" name="pop">
      <summary>
        <Icon name={icons[current]} size={20} />
        <span className="sr">
          {t("form.labelled", { label: t("theme.label"), text: t(`theme.${current}`) })}
        </span>
      </summary>
      <ThemeForm className="pop__panel pop__panel--end" />
    </details>
  );
}
