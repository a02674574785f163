import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { codeTimes, resendWait, secondsLeft } from "~/domain/auth-code";
import { formatTime } from "~/domain/japan-time";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import * as clock from "#server/runtime/clock.server";
import { getSession, invalidAccess, redirectTo } from "#server/session/session.server";
import { CodeStep } from "./code-step";
import { stepForms } from "./form.server";
import { DetailsStep, DoneStep, EmailStep, StepBar } from "./steps";

export const handle = { i18n: ["account"], title: "account:signUp.title" };

export { clientAction, shouldRevalidate, textMeta as meta } from "~/components/document/route-exports";

/** Loads the current step from the session, so that a reload, the back button and a second tab show the same one. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await getSession({ request, context });
  const state = session.data.signUp ?? { stage: "email" as const };
  // Members have an account already. The exception is a sign-up that was in progress when another tab signed in.
  if (session.isSignedIn && state.stage === "email") return redirectTo(session, paths.home);
  const wanted = Number(new URL(request.url).searchParams.get("step") ?? "0");
  if (wanted > 0 && !state.email && state.stage !== "done") return invalidAccess(session);
  if (!session.isSignedIn && !session.data.signUp) {
    // Creates the session id that serialises the steps: without it two submits would count as two visitors. It is
    // stored in the guest's cookie; a session record is created with the first address.
    await session.update((draft) => {
      draft.signUp = { stage: "email" };
    });
  }
  const lng = await languageOf({ request, context });
  const t = translator(lng);
  return json({
    form: stepForms[state.stage].open(session, request),
    stage: state.stage,
    email: state.email ?? "",
    firstName: state.firstName ?? "",
    lastName: state.lastName ?? "",
    secondsLeft: state.codeRequestedAt === undefined ? null : secondsLeft(state.codeRequestedAt, clock.now()),
    sent: sentTimes(state.codeRequestedAt, lng),
    title: t("account:signUp.title"),
    description: t("account:signUp.description"),
  });
}

/** Returns the times of a code in Japan, for its step; null if they are unknown. */
function sentTimes(requestedAt: number | undefined, lng: string) {
  if (requestedAt === undefined) return null;
  const { until, again } = codeTimes(requestedAt);
  return {
    until: formatTime(until, lng),
    again: formatTime(again, lng),
    againInSeconds: Math.ceil(resendWait(requestedAt, clock.now()) / 1000),
  };
}

export { signUpAction as action } from "./action.server";

const steps = { email: EmailStep, code: CodeStep, verified: CodeStep, details: DetailsStep, done: DoneStep };

export default function SignUp() {
  const data = useLoaderData<typeof loader>();
  const Step = steps[data.stage];
  return (
    <>
      <StepBar stage={data.stage} />
      {/* Each step has its own form, so that messages of one step are not shown in the next. */}
      <Step key={`${data.stage} ${data.form.signature}`} {...data} />
    </>
  );
}

export { CardErrorBoundary as ErrorBoundary } from "~/components/page/card-head";
