import { useTranslation } from "react-i18next";

export type SignUpStage = "email" | "code" | "verified" | "details" | "done";

/** Pictures in public/art/sign-up-island, which brand/art/sign-up/render.ts writes. */
const pictures = {
  email: { step: "rock", file: "1-rock" },
  code: { step: "grass", file: "2-grass" },
  verified: { step: "grass", file: "2-grass" },
  details: { step: "house", file: "3-house" },
  done: { step: "window", file: "4-window" },
} as const;

/** The island of the sign-up: each step adds to it. */
export function StepIsland({ stage }: { stage: SignUpStage }) {
  const { t } = useTranslation("account");
  const { step, file } = pictures[stage];
  return (
    <img
      className="split__mine"
      src={`/art/sign-up-island/${file}.svg`}
      width={592}
      height={480}
      alt={t(`signUp.island.${step}`)}
    />
  );
}
