import { useTranslation } from "react-i18next";
import type { SignUpStage } from "./stages";

const steps = ["email", "code", "details", "done"] as const;

/** Shows the progress through the four steps: a bar per step and the name of the current one. */
export function StepBar({ stage }: { stage: SignUpStage }) {
  const { t } = useTranslation("account");
  const current = steps.indexOf(stage === "verified" ? "code" : stage);
  return (
    <div className="step-line">
      <ol>
        {steps.map((step, index) => (
          <li
            key={step}
            className={index <= current ? "done" : undefined}
            {...(index === current ? { "aria-current": "step" as const } : {})}
          >
            <span className="sr">{t(`signUp.steps.${step}`)}</span>
          </li>
        ))}
      </ol>
      <b aria-hidden="true">
        {current + 1} / {steps.length} {t(`signUp.steps.${steps[current] ?? "email"}`)}
      </b>
    </div>
  );
}
