import { useTranslation } from "react-i18next";
import { Icon } from "~/components/text/icon";
import type { SignUpStage } from "./stages";

const steps = ["email", "code", "details", "done"] as const;

/** Where one is in the four steps. */
export function StepBar({ stage }: { stage: SignUpStage }) {
  const { t } = useTranslation("account");
  const current = steps.indexOf(stage === "verified" ? "code" : stage);
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < current || stage === "done" ? "done" : undefined}
          {...(index === current ? { "aria-current": "step" as const } : {})}
        >
          <span className="dot">
            {index < current || stage === "done" ? <Icon name="check" /> : index + 1}
          </span>
          {t(`signUp.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
