/** Small elements that many pages share: icons, links, messages, the text of users, tags, facts, numbers, drawings. */
// The wrapper that all others take.
// oxlint-disable-next-line typescript/no-restricted-imports
import { Link as RemixLink, useLocation } from "@remix-run/react";
import {
  type ButtonHTMLAttributes,
  type ComponentProps,
  type ImgHTMLAttributes,
  type ReactNode,
  useEffect,
  useRef,
} from "react";
import { useTranslation } from "react-i18next";
import { markBriefBlocks } from "~/domain/brief-blocks";
import { withoutTags } from "~/domain/html-text";
import { formatCount } from "~/domain/money";
import type { Tone } from "~/domain/tones";
import { newsTypeRow, type ShownNewsType } from "~/domain/news-types";
import { formatNumber } from "~/domain/number-format";
import { detectLanguage } from "~/domain/script-detection";
import { asLanguage, languageTags } from "~/i18n/languages";
import { focusMessage } from "../document/controls";
import { usePrefetch } from "../document/prefetch";
import { useHydrated } from "../document/use-hydrated";
import icons from "./icons.json";

/** Paths on a 20 × 20 grid, stroked or filled in the colour of the text. */
const { strokes, fills } = icons;

export type IconName = keyof typeof strokes | keyof typeof fills | "open";

/**
 * Decorative icon next to text; hidden from screen readers. `size` is in CSS pixels. What all icons share is in the
 * style sheet (`.icon`): as attributes it was a tenth of the HTML of a page with fifty icons.
 */
export function Icon({ name, size = 20, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={className ? `icon ${className}` : "icon"}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      {...(name in fills
        ? { fill: "currentColor", fillRule: "evenodd" }
        : { fill: "none", stroke: "currentColor" })}
    >
      {name === "open" ? (
        <circle cx="10" cy="10" r="8" strokeDasharray="2.500 2.530" />
      ) : (
        <path d={name in fills ? fills[name as keyof typeof fills] : strokes[name as keyof typeof strokes]} />
      )}
    </svg>
  );
}

export interface LinkProps extends ComponentProps<typeof RemixLink> {
  /** Absolute path of the site, with query and hash. */
  to: string;
}

/**
 * Remix's link, which prefetches the page when the visitor points at it. The browser shows the passage to another page
 * (app/styles/passage.css).
 */
export function Link(props: LinkProps) {
  const { pathname } = useLocation();
  const prefetch = usePrefetch();
  const isOtherPage = props.to.split(/[?#]/)[0] !== pathname;
  return <RemixLink prefetch={prefetch} viewTransition={isOtherPage} {...props} />;
}

interface ButtonLinkProps extends LinkProps {
  /** The default look is ember, for the one main action of a page; all others are outlined. */
  look?: "line" | "danger";
  size?: "big" | "small";
  wide?: boolean;
  icon?: IconName;
}

/** Link that looks like a button, for navigation only; use SubmitButton for actions. */
export function ButtonLink({ look, size, wide, icon, className, children, ...link }: ButtonLinkProps) {
  const classes = ["btn", look && `btn--${look}`, size && `btn--${size}`, wide && "btn--wide", className];
  return (
    <Link {...link} className={classes.filter(Boolean).join(" ")}>
      {children}
      {icon ? <Icon name={icon} /> : null}
    </Link>
  );
}

/** Button that works with scripts only. It is rendered before hydration too, so that the layout does not shift. */
export function ScriptButton(button: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" data-needs-script={useHydrated() ? undefined : ""} {...button} />;
}

/** Link on a separate line, in the accent colour, tall enough for touch. */
export const TextLink = ({ icon, className, children, ...link }: LinkProps & { icon?: IconName }) => (
  <Link {...link} className={className ? `link ${className}` : "link"}>
    {children}
    {icon ? <Icon name={icon} /> : null}
  </Link>
);

/** React hook that returns the `lang` of a user's text; undefined if it is that of the page. */
export function useForeignLang(text: string): string | undefined {
  const { i18n } = useTranslation();
  const lang = detectLanguage(text);
  return lang === i18n.language ? undefined : lang;
}

/** User-generated text with its own direction. If empty, "untitled", because it may be the only name of a link. */
export function UserText({ text }: { text: string }) {
  const { t } = useTranslation("common");
  const lang = useForeignLang(text);
  return text === "" ? <>{t("untitled")}</> : <bdi lang={lang}>{text}</bdi>;
}

/** The name of an item and how many of it, on one line at the end: "Sky lanterns × 2". */
export const ItemCount = ({ name, quantity }: { name: string; quantity: number | undefined }) => (
  <>
    <UserText text={name} /> ×{"\u00a0"}
    {formatCount(quantity)}
  </>
);

/** `html` of a post or an answer, sanitised on the server (server/api/sanitize-html.server.ts). */
export function Prose({ html }: { html: string }) {
  const lang = useForeignLang(withoutTags(html));
  return (
    <div
      className="prose"
      dir="auto"
      lang={lang}
      dangerouslySetInnerHTML={{ __html: markBriefBlocks(html) }}
    />
  );
}

interface StatusTagProps {
  tone: Tone;
  /** Filled background, for states that must be found at a glance. */
  filled?: boolean;
  children: ReactNode;
}

export const StatusTag = ({ tone, filled = false, children }: StatusTagProps) => (
  <span className={`tag tag--${tone}${filled ? " tag--filled" : ""}`}>{children}</span>
);

interface NewsTagProps {
  type: ShownNewsType;
  pinned?: boolean;
  label: string;
}

/** Type of a post: a coloured mark and a label, never colour alone. */
export const NewsTag = ({ type, pinned = false, label }: NewsTagProps) => (
  <span className={`tag tag--${pinned ? "pinned" : (newsTypeRow(type).tone ?? "other")}`}>{label}</span>
);

interface FactsProps {
  rows: readonly (readonly [name: string, value: ReactNode])[];
  /** Of the values. */
  className?: string;
}

export const Facts = ({ rows, className }: FactsProps) => (
  <dl className="facts">
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={className}>{value}</dd>
      </div>
    ))}
  </dl>
);

/** React hook that returns a function for numbers in the page's language. */
export function useFormatNumber() {
  const { i18n } = useTranslation();
  return (value: number) => formatNumber(value, languageTags[asLanguage(i18n.language)]);
}

export function FormattedNumber({ value }: { value: number | undefined }) {
  const format = useFormatNumber();
  return value === undefined ? null : <>{format(value)}</>;
}

interface ArtProps extends ImgHTMLAttributes<HTMLImageElement> {
  /** File in public/art, without `.svg`. */
  name: string;
  width: number;
  height: number;
}

/** A drawing of public/art, decorative without an `alt`, which the browser loads when it comes near. */
export const Art = ({ className, name, width, height, ...more }: ArtProps) => (
  <img
    className={className}
    src={`/art/${name}.svg`}
    width={width}
    height={height}
    alt=""
    loading="lazy"
    {...more}
  />
);

const alertIcons = { error: "bad", info: "info", ok: "ok" } as const;

interface AlertProps {
  kind?: keyof typeof alertIcons;
  title?: ReactNode;
  children?: ReactNode;
  /** "alert" if it appears as the result of a user's action. */
  role?: "alert" | "status";
  /**
   * The response that the alert reports. For each new object the alert takes the focus and so scrolls into view: the
   * pressed button may be a screen away.
   */
  response?: object | undefined;
}

export function Alert({ kind = "info", title, children, role, response }: AlertProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (response) focusMessage(box.current);
  }, [response]);
  return (
    <div
      ref={box}
      className={kind === "error" ? "alert" : `alert alert--${kind}`}
      tabIndex={response ? -1 : undefined}
    >
      <Icon name={alertIcons[kind]} />
      {/* Not on the element that takes the focus: a screen reader would read it twice. */}
      <div role={role}>
        {title ? <strong>{title}</strong> : null}
        {children}
      </div>
    </div>
  );
}

/** The API does not respond; `time` is that of the last successful read, formatted. */
export function StaleNote({ time }: { time: string }) {
  const { t } = useTranslation("errors");
  return (
    <p className="note" role="status">
      {t("stale", { time })}
    </p>
  );
}
