import { useTranslation } from "react-i18next";
import { Icon } from "~/components/text/icon";
import type { Platform } from "./platforms";

const steps = ["first", "second", "third"] as const;

/** Shows the installation steps: expanded for the visitor's platform, collapsed for the others. */
export function InstallSteps({ order }: { order: Platform[] }) {
  const { t } = useTranslation("download");
  return (
    <section className="install" aria-labelledby="install">
      <h2 id="install">{t("install.title")}</h2>
      <p className="soft">{t("install.lead")}</p>
      {order.map((platform, i) => (
        <details key={platform} className="fold" open={i === 0}>
          <summary>
            <h3>{t(`platforms.${platform}.name`)}</h3>
            <Icon name="chevron" />
          </summary>
          <ol className="install__steps">
            {steps.map((step, k) => (
              <li key={step}>
                <span className="install__number num" aria-hidden="true">
                  {k + 1}
                </span>
                <div>
                  <strong>{t(`install.${platform}.${step}.title`)}</strong>
                  <p className="soft">{t(`install.${platform}.${step}.text`)}</p>
                </div>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}
