import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ATTACHMENT_ACCEPT, type AttachedFile } from "~/domain/attachment-rules";
import { ATTACHMENT_FIELD, ATTACHMENT_NAME_FIELD, type FormSetup } from "~/domain/form-setup";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { type BoundField, FieldError, FieldHint, type FieldMeta, wiring, withErrors } from "../form/fields";
import { PageForm, type PageFormState } from "../form/page-form";
import { Facts, Icon } from "../text/elements";
import type { DraftPlace } from "../document/draft";
import { useHydrated } from "../document/use-hydrated";
import { useLatest } from "../document/use-latest";
import "./attachment.css";
import { fileSize, useUpload } from "./use-upload";

interface AttachmentFormProps {
  of: PageFormState;
  action?: string;
  title: string;
  /** Idempotency key: the submission takes effect once, however often it arrives. */
  token: string;
  children: ReactNode;
}

export const AttachmentForm = ({ title, token, children, ...form }: AttachmentFormProps) => (
  <PageForm
    {...form}
    encType="multipart/form-data"
    noValidate
    className="panel form-panel"
    title={<h2>{title}</h2>}
  >
    <input type="hidden" name="token" value={token} />
    {children}
  </PageForm>
);

interface AttachmentFieldProps {
  of: BoundField;
  setup: FormSetup;
  /** The file that the server keeps for this form, from its last response. */
  attached: AttachedFile | null | undefined;
  /** Place of the form's draft in this tab. */
  place: DraftPlace;
  /** Name of a picture of the restored draft that could not be kept. */
  lost?: string | undefined;
  /** Called when an upload starts or ends; the form should not be submitted during an upload. */
  onUploading?: (uploading: boolean) => void;
  /** Called with the attached picture, for the question before the form is sent. */
  onFile?: (file: AttachedFile | null) => void;
}

/** Without scripts a file input; with them the picture is uploaded when it is chosen, dropped or pasted. */
export function AttachmentField(props: AttachmentFieldProps) {
  const { of, setup, attached, place, lost, onUploading, onFile } = props;
  const { field, meta } = of;
  const { t, i18n } = useTranslation(["support", "common"]);
  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload(setup, place, attached, lost);
  const { file, preview, percent, error, choose } = upload;
  const uploading = percent !== undefined;
  useEffect(() => {
    onUploading?.(uploading);
  }, [onUploading, uploading]);
  useEffect(() => {
    onFile?.(file);
  }, [onFile, file]);
  useOtherWaysIn(box, choose);

  const errors = error ? [error] : uploading ? undefined : meta.errors;
  const own: FieldMeta = withErrors(meta, errors);
  /** For buttons that then disappear. */
  function thenFocus(act: () => void): void {
    act();
    input.current?.focus();
  }
  return (
    <div className="field attach" ref={box}>
      <label htmlFor={meta.id}>
        {dynamicKey(t, field.label)}
        <small>{t("common:form.optional")}</small>
      </label>
      {/* Announces attached, uploading and rejected, but not each percentage. */}
      <div aria-live="polite" className="attach__state">
        {file ? (
          <div className="attach__file">
            <img
              src={preview ?? paths.support.attachment(file.id)}
              width={72}
              height={72}
              alt={t("support:attachment.preview", { name: file.name })}
              // Of a restored draft: the server deletes pictures after an hour.
              onError={preview ? undefined : upload.noteMissing}
            />
            <p>
              <span className="hint--ok">{t("support:attachment.attached")}</span>
              <span className="attach__name">{file.name}</span>
              <span className="soft small">{fileSize(file.size, i18n.language)}</span>
              {file.hadPosition ? (
                <span className="soft small">{t("support:attachment.positionRemoved")}</span>
              ) : null}
            </p>
            {/* Without scripts this submits the form; the response removes the file and keeps the input. */}
            <button
              type={hydrated ? "button" : "submit"}
              name="intent"
              value="detach"
              className="link"
              formNoValidate
              {...(hydrated ? { onClick: () => thenFocus(upload.remove) } : {})}
            >
              <Icon name="close" />
              {t("support:attachment.remove")}
            </button>
            <input type="hidden" name={ATTACHMENT_FIELD} value={file.id} />
            <input type="hidden" name={ATTACHMENT_NAME_FIELD} value={file.name} />
          </div>
        ) : null}
        {uploading ? (
          <div className="attach__progress">
            <progress max={100} value={percent} aria-label={t("support:attachment.uploading")} />
            <p className="small" aria-live="off">
              {t("support:attachment.percent", { percent })}
            </p>
            <button type="button" className="link" onClick={() => thenFocus(upload.stop)}>
              {t("support:attachment.stop")}
            </button>
          </div>
        ) : null}
      </div>
      <input
        className="input"
        type="file"
        accept={ATTACHMENT_ACCEPT}
        {...wiring(own, true)}
        ref={input}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // The file is uploaded separately, so the form must not contain it as well.
          // oxlint-disable-next-line soria/field-in-use -- the upload has the file
          currentTarget.value = "";
          if (chosen) choose(chosen);
        }}
      />
      <div aria-live="polite" className="contents">
        <FieldError meta={own} />
      </div>
      <FieldHint
        meta={meta}
        hint={
          <>
            {t("support:attachment.hint")}
            <span className="block" data-needs-script={hydrated ? undefined : ""}>
              {t("support:attachment.drop")}
            </span>
          </>
        }
      />
    </div>
  );
}

/** The attached picture in the question before a form is sent. */
export function AttachedFact({ file }: { file: AttachedFile }) {
  const { t, i18n } = useTranslation("support");
  return (
    <Facts
      className="typed"
      rows={[[t("inquiry.file"), `${file.name} (${fileSize(file.size, i18n.language)})`]]}
    />
  );
}

/**
 * React hook that accepts a file dropped or pasted anywhere in the form, or chosen before hydration. A file dropped
 * outside the form is ignored: by default the browser would open it and the user's input would be lost.
 */
function useOtherWaysIn(box: React.RefObject<HTMLDivElement>, choose: (file: File) => void): void {
  const latest = useLatest(choose);
  useEffect(() => {
    const element = box.current;
    const form = element?.closest("form");
    if (!element || !form) return;
    const listening = new AbortController();
    const { signal } = listening;
    const mark = (isOver: boolean) => {
      if (isOver) element.dataset["over"] = "true";
      else delete element.dataset["over"];
    };
    const take = (event: Event, files: FileList | undefined) => {
      const [file] = files ?? [];
      if (!file) return;
      event.preventDefault();
      latest.current(file);
    };
    const drag = (event: DragEvent) => {
      const { dataTransfer, target, type } = event;
      if (!dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      const isHere = target instanceof Node && form.contains(target);
      if (!isHere) dataTransfer.dropEffect = "none";
      mark(isHere && type === "dragover");
      if (isHere && type === "drop") take(event, dataTransfer.files);
    };
    for (const type of ["dragover", "drop"] as const) window.addEventListener(type, drag, { signal });
    // The pointer left the window.
    window.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget ?? mark(false), { signal });
    const early = element.querySelector<HTMLInputElement>("input[type=file]");
    const [chosen] = early?.files ?? [];
    if (early && chosen) {
      // oxlint-disable-next-line soria/field-in-use -- the upload has the file
      early.value = "";
      latest.current(chosen);
    }
    form.addEventListener("paste", (event) => take(event, event.clipboardData?.files), { signal });
    return () => listening.abort();
  }, [box, latest]);
}
