import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useMyPage, IslandFacts } from "~/components/layout/island";
import { IslandMeanings } from "~/components/layout/island-meanings";
import { Facts } from "~/components/text/elements";
import { isCommonPassword } from "~/domain/common-passwords";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { callApi } from "#server/api/api.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { memberOf } from "#server/session/member.server";
import { securityEvent } from "#server/observe/security.server";
import { type FlashMessage, requireMember } from "#server/session/session.server";
import { CalendarCard } from "./calendar-card";
import { calendarAction, calendarPart } from "./calendar.server";
import { NamesForm, PasswordForm, Sessions } from "./forms";
import { namesForm, OTHERS, passwordForm, sessionsForm } from "./form.server";
import { sessionRows, signInRows } from "./sessions.server";
import { WalletCard } from "./wallet-card";

export const handle = { i18n: ["my-page", "account"] };

export { clientAction, shouldRevalidate, unlistedMeta as meta } from "~/components/document/route-exports";

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const { profile, failure } = await memberOf(session);
  if (!profile) throw failure;
  const [sessions, signIns, calendar] = await Promise.all([
    sessionRows(session, lng),
    signInRows(session, lng),
    calendarPart(session, args.request, lng),
  ]);
  const { type, email = "", firstName, lastName, wallet } = profile;
  return json({
    type,
    email,
    firstName,
    lastName,
    wallet: wallet ?? null,
    form: namesForm.open(session, args.request),
    passwordForm: passwordForm.open(session, args.request),
    sessionsForm: sessionsForm.open(session, args.request),
    sessions: { ...sessions, signIns },
    calendar,
    title: translator(lng)("common:nav.profile"),
  });
}

export async function action(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  // A password manager submits a form without its button.
  const isPassword = sent.intent === "password" || (sent.intent === "" && sent.form.has("newPassword"));
  if (isPassword) {
    return passwordForm.handle(sent, async ({ session, value, done }) => {
      await callApi("changePassword", { tokens: session, json: value });
      securityEvent("password-changed", { member: session.user?.id });
      await session.endOthers("password");
      if (isCommonPassword(value.newPassword))
        await session.flash({ kind: "info", key: "account:password.common" });
      return done(paths.myPage.profile, { kind: "success", key: "my-page:password.changed" });
    });
  }
  if (sent.intent === "sessions") {
    return sessionsForm.handle(sent, async ({ session, value, done }) => {
      const told = (message: FlashMessage) => done(paths.myPage.profile, message);
      if (value.session === OTHERS) {
        const count = await session.endOthers("elsewhere");
        return count > 0
          ? told({ kind: "success", key: "my-page:sessions.endedOthers", params: { count } })
          : told({ kind: "info", key: "my-page:sessions.only" });
      }
      // If the session has ended already, the member's goal is reached.
      const hasEnded = await session.endOther(value.session);
      return hasEnded
        ? told({ kind: "success", key: "my-page:sessions.endedOne" })
        : told({ kind: "info", key: "my-page:sessions.endedAlready" });
    });
  }
  if (sent.intent === "calendar") return calendarAction(sent);
  return namesForm.handle(sent, async ({ session, value, done }) => {
    const { firstName, lastName } = value;
    if (firstName === session.user?.firstName && lastName === session.user?.lastName) {
      return done(paths.myPage.profile, { kind: "info", key: "my-page:profile.unchanged" });
    }
    await callApi("updateProfile", { tokens: session, json: value });
    await session.setUser(value);
    return done(paths.myPage.profile, { kind: "success", key: "my-page:profile.saved" });
  });
}

export default function Profile() {
  const { type, email, firstName, lastName, wallet, form, passwordForm, sessionsForm, sessions, calendar } =
    useLoaderData<typeof loader>();
  const { island } = useMyPage();
  const { t } = useTranslation(["my-page", "common"]);
  return (
    <section className="my-tab" aria-labelledby="profile-title">
      <h2 className="sr" id="profile-title">
        {t("common:nav.profile")}
      </h2>
      <div className="island-about">
        <IslandFacts {...island} />
        <IslandMeanings {...island} />
      </div>
      {wallet ? <WalletCard wallet={wallet} /> : null}
      <div className={type === "EMAIL" ? "profile" : "my-tab"}>
        <div className="my-tab">
          <div className="panel sheet-part">
            <h3>{t("my-page:profile.about")}</h3>
            {type === "EMAIL" ? <Facts rows={[[t("my-page:profile.email"), email]]} /> : null}
            <NamesForm key={form.signature} setup={form} names={{ firstName, lastName }} />
          </div>
          <Sessions setup={sessionsForm} {...sessions} hasPassword={type === "EMAIL"} />
          <CalendarCard {...calendar} />
        </div>
        {type === "EMAIL" ? (
          <div className="panel sheet-part">
            <h3>{t("my-page:password.title")}</h3>
            <PasswordForm key={passwordForm.signature} setup={passwordForm} email={email} />
          </div>
        ) : null}
      </div>
    </section>
  );
}

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/page-error";
