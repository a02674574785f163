import { Form, useActionData, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AddressLink } from "~/components/account/address-link";
import { isOffline } from "~/components/document/route-exports";
import { Field, LiveHint } from "~/components/form/fields";
import { FormMarks } from "~/components/form/hidden-fields";
import { PageForm, usePageForm } from "~/components/form/page-form";
import { PasswordField } from "~/components/form/password-field";
import { StepHeading } from "~/components/form/step-heading";
import { SubmitButton } from "~/components/form/submit-button";
import { NextSteps } from "~/components/page/next-steps";
import { Alert, TextLink } from "~/components/text/elements";
import { type FormSetup, LANGUAGE_FIELD } from "~/domain/form-setup";
import { failedPasswordHint } from "~/domain/password-hints";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import type { SignInStep } from "./action.server";
import { signInFields } from "./form";
import type { Eip1193Provider } from "./sign-with-wallet";

interface SignInFormProps {
  /** The sign-in form's setup. The unlock form has it too: the sign-in form is shown again if that is not submitted. */
  setup: FormSetup;
  actionData: SignInStep | undefined;
  redirectTo: string;
}

const MAX_ATTEMPTS = 5;
/** Number of failed attempts from which the message counts the remaining ones. */
const COUNTS_DOWN_FROM = 3;

/** The failed attempts, 1 to 4, as bars, and when the account will be locked (accounts-and-store.md section 9). */
function Attempts({ count }: { count: number }) {
  const { t } = useTranslation("account");
  return (
    <div className="mt-2">
      <div className="flex gap-2" aria-hidden="true">
        {Array.from({ length: MAX_ATTEMPTS }, (_, n) => (
          <span key={n} className={`h-1.5 w-8 rounded-full ${n < count ? "bg-danger" : "bg-line"}`} />
        ))}
      </div>
      <p className="hint mt-1">
        {count < COUNTS_DOWN_FROM
          ? t("signIn.lockHint")
          : t("signIn.lockLeft", { count: MAX_ATTEMPTS - count }) + t("signIn.lockInstead")}
      </p>
    </div>
  );
}

export function SignInForm({ setup, email, actionData, redirectTo }: SignInFormProps & { email: string }) {
  const { t } = useTranslation("account");
  const form = usePageForm(signInFields, setup, { defaultValue: { email } });
  const { fields } = form;
  const [hint, setHint] = useState<string>();
  return (
    <>
      <PageForm of={form} className="form-stack">
        {actionData?.attempts ? <Attempts count={actionData.attempts} /> : null}
        {actionData?.hint ? <Alert role="status">{dynamicKey(t, actionData.hint)}</Alert> : null}
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <Field of={fields.email} />
        {/* Clears the rejected password, as a full page load does without scripts. */}
        <PasswordField
          of={fields.password}
          clearedBy={actionData}
          hint={<LiveHint text={hint && dynamicKey(t, hint)} />}
          onBlur={({ currentTarget }) => setHint(failedPasswordHint(currentTarget.value))}
          onInput={() => setHint(undefined)}
        />
        <SubmitButton name="intent" value="sign-in" wide>
          {t("signIn.submit")}
        </SubmitButton>
      </PageForm>
      <nav aria-label={t("signIn.otherWays")} className="form-links">
        <AddressLink to={paths.findPassword} from={setup.name} action={paths.signIn()} target="find-password">
          {t("signIn.forgot")}
        </AddressLink>
        <TextLink to={paths.signUp}>{t("signIn.register")}</TextLink>
      </nav>
    </>
  );
}

/** WEB-011: asks before a mail is sent. A separate step, so that it works without scripts. */
export function UnlockForm({
  setup,
  actionData,
  redirectTo,
}: Omit<SignInFormProps, "actionData"> & { actionData: SignInStep }) {
  const { t } = useTranslation(["account", "errors"]);
  const email = actionData.lastResult.initialValue?.["email"];
  return (
    <section className="split__part" role="alert">
      <StepHeading>{t("account:signIn.lockedTitle")}</StepHeading>
      <p>{t("errors:web.011")}</p>
      <Form method="post" id={setup.name} className="form-stack">
        <input type="hidden" name="email" value={typeof email === "string" ? email : ""} />
        <FormMarks of={setup} />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <SubmitButton name="intent" value="unlock" wide>
          {t("account:signIn.sendUnlock")}
        </SubmitButton>
      </Form>
      <TextLink to={paths.signIn(redirectTo)} reloadDocument>
        {t("account:signIn.notNow")}
      </TextLink>
    </section>
  );
}

interface Wallet {
  id: string;
  /** Name from the wallet's announcement; undefined for the wallet at `window.ethereum`. */
  name?: string;
  /** A data: URL, as EIP-6963 requires. */
  icon?: string;
  provider: Eip1193Provider;
}

function injectedWallet(): Wallet[] {
  const { ethereum } = window as { ethereum?: Eip1193Provider };
  return ethereum ? [{ id: "injected", provider: ethereum }] : [];
}

/**
 * React hook that returns the wallets of this browser: those that announce themselves (EIP-6963), otherwise the one
 * at `window.ethereum`; undefined while loading, "unknown" if `mipd` could not be loaded and there is neither.
 */
function useWallets(): Wallet[] | "unknown" | undefined {
  const [wallets, setWallets] = useState<Wallet[] | "unknown">();
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    // Loaded on demand: only this panel needs it.
    import("mipd").then(
      ({ createStore }) => {
        if (isOver) return;
        const store = createStore();
        const read = () => {
          const found = store.getProviders().map(({ info, provider }): Wallet => {
            const icon = info.icon.startsWith("data:image/") ? { icon: info.icon } : {};
            return { id: info.uuid, name: info.name, provider: provider as Eip1193Provider, ...icon };
          });
          setWallets(found.length > 0 ? found : injectedWallet());
        };
        store.subscribe(read);
        read();
        stop = () => store.destroy();
      },
      () => {
        const injected = injectedWallet();
        setWallets(injected.length > 0 ? injected : "unknown");
      },
    );
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return wallets;
}

interface WalletPanelProps {
  actionData: SignInStep | undefined;
  redirectTo: string;
  chains: number[];
}

/** Signs in with a wallet (docs/decisions/0009): EIP-6963 wallets, the server's EIP-4361 message, one signature. */
export function WalletPanel({ actionData, redirectTo, chains }: WalletPanelProps) {
  const { t, i18n } = useTranslation("account");
  const wallets = useWallets();
  const submit = useSubmit();
  const navigation = useNavigation();
  const [failure, setFailure] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const busy = isAsking || navigation.state !== "idle";
  /** The attempt that the page waits for; what an earlier one still brings is ignored. */
  const attempt = useRef(0);
  const giveUp = () => {
    attempt.current += 1;
    setIsAsking(false);
  };

  async function signIn({ provider }: Wallet, register: boolean) {
    const own = (attempt.current += 1);
    const isOver = () => attempt.current !== own;
    setFailure(undefined);
    setIsAsking(true);
    // Loaded on demand: most visitors sign in by e-mail.
    const steps = await import("./sign-with-wallet").catch(() => undefined);
    try {
      if (isOver()) return;
      if (!steps) return setFailure("errors:http.noResponse");
      const { address, chainId } = await steps.connect(provider, chains);
      if (isOver()) return;
      const message = await steps.requestMessage(address, chainId);
      if (isOver()) return;
      const signature = await steps.sign(provider, message, address);
      if (isOver()) return;
      const form = {
        intent: "wallet",
        signature,
        redirectTo,
        [LANGUAGE_FIELD]: i18n.language,
        ...(register ? { register: "yes" } : {}),
      };
      submit(form, { method: "post", action: paths.signInWithWallet(redirectTo) });
    } catch (error) {
      if (!isOver()) setFailure(steps?.failureKeyOf(error));
    } finally {
      if (!isOver()) setIsAsking(false);
    }
  }

  const isLost = isOffline(useActionData());
  const problem = failure ?? (isLost ? "errors:http.noResponse" : busy ? undefined : actionData?.error);
  const register = !failure && actionData?.mayRegister === true;
  return (
    <>
      <p>{t("wallet.text")}</p>
      {problem ? (
        <Alert kind="error" role="alert">
          <p>{dynamicKey(t, problem)}</p>
          <NextSteps after={problem} />
          {!failure && actionData?.isLocked ? (
            <TextLink to={paths.support.inquiry}>{t("accessDenied.contact")}</TextLink>
          ) : null}
        </Alert>
      ) : null}
      {wallets === "unknown" ? (
        <Alert kind="error" role="alert">
          {t("wallet.unknown")}{" "}
          <a className="link" href={paths.signInWithWallet(redirectTo)}>
            {t("wallet.again")}
          </a>
        </Alert>
      ) : wallets?.length ? (
        <ul className="grid list-none gap-3 p-0">
          {wallets.map((wallet) => (
            <li key={wallet.id}>
              <button
                type="button"
                className="btn btn--wide"
                aria-disabled={busy}
                onClick={() => (busy ? undefined : void signIn(wallet, register))}
              >
                {wallet.icon ? <img src={wallet.icon} alt="" width={24} height={24} /> : null}
                {t(register ? "wallet.registerWith" : "wallet.signInWith", {
                  name: wallet.name ?? t("wallet.ofBrowser"),
                })}
              </button>
            </li>
          ))}
        </ul>
      ) : wallets ? (
        <p role="status">{t("wallet.none")}</p>
      ) : (
        <noscript>
          <p>{t("wallet.needsScripts")}</p>
        </noscript>
      )}
      {/* Visible as well: the wallet's own window may be hidden behind the browser window. */}
      <p className={busy ? "soft" : "sr"} role="status">
        {busy ? t("wallet.waiting") : ""}
      </p>
      {/* A wallet may never respond: its window was closed, or another extension took the request. */}
      {isAsking ? (
        <button type="button" className="btn btn--line btn--small" onClick={giveUp}>
          {t("wallet.giveUp")}
        </button>
      ) : null}
      <p className="form-links">
        <TextLink to={paths.signIn(redirectTo)}>{t("wallet.useEmail")}</TextLink>
        <TextLink to={paths.signUp}>{t("wallet.register")}</TextLink>
      </p>
    </>
  );
}
