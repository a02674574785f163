import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ATTACHMENT_ACCEPT } from "~/domain/attachment-rules";
import type { FormOpening } from "~/domain/form-answer";
import { paths } from "~/domain/paths";
import { FieldError, FieldHint, type FieldMeta, wiring } from "../form/field-parts";
import { Icon } from "../text/icon";
import { useHydrated } from "../document/use-hydrated";
import "./attachment.css";
import { fileSize } from "./file-size";
import { type AttachedFile, useUpload } from "./use-upload";

interface AttachmentFieldProps {
  /** The form that the picture is for. */
  of: FormOpening;
  meta: FieldMeta;
  /** What the server keeps for this form, as its last answer says. */
  attached: AttachedFile | null | undefined;
  /** Told while a picture is on its way: the form should wait for it. */
  onUploading?: (uploading: boolean) => void;
}

/**
 * One picture to send along. Without scripts a file field, and what an earlier submit brought is shown as attached.
 * With scripts the picture is sent ahead as soon as it is chosen, dropped or pasted.
 */
export function AttachmentField({ of, meta, attached, onUploading }: AttachmentFieldProps) {
  const { t, i18n } = useTranslation(["support", "common"]);
  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload(of, attached);
  const { file, preview, percent, error, choose } = upload;
  const uploading = percent !== undefined;
  useEffect(() => {
    onUploading?.(uploading);
  }, [onUploading, uploading]);
  useOtherWaysIn(box, choose);

  // Not spread: conform's metadata has getters, and a spread would read all of them.
  const { id, name, errorId, descriptionId } = meta;
  const errors = error ? [error] : uploading ? undefined : meta.errors;
  const own: FieldMeta = { id, name, errorId, descriptionId, errors };
  /** For a button that is gone once it is pressed: the field itself takes the focus. */
  function thenFocus(act: () => void): void {
    act();
    input.current?.focus();
  }
  return (
    <div className="field attach" ref={box}>
      <label htmlFor={meta.id}>
        {t("support:attachment.label")}
        <small>{t("common:form.optional")}</small>
      </label>
      {/* What happens is said aloud as it happens: attached, on its way, refused; not each percent. */}
      <div aria-live="polite" className="attach__state">
        {file ? (
          <div className="attach__file">
            <img
              src={preview ?? paths.support.attachment(file.id)}
              width={72}
              height={72}
              alt={t("support:attachment.preview", { name: file.name })}
            />
            <p>
              <span className="hint--ok">{t("support:attachment.attached")}</span>
              <span className="attach__name">{file.name}</span>
              <span className="soft small">{fileSize(file.size, i18n.language)}</span>
            </p>
            {/* Without scripts the form itself takes it away, and comes back with all that was typed. */}
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
            <input type="hidden" name="attachment" value={file.id} />
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
          // It goes ahead by itself, so the form must not carry it as well.
          // oxlint-disable-next-line soria/field-in-use -- the file was taken over
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

/**
 * Takes a file that is dropped or pasted anywhere in the form, or was chosen before the scripts came. One that misses
 * the form is let fall: the browser would leave the page for it, and what was typed would be gone.
 */
function useOtherWaysIn(box: React.RefObject<HTMLDivElement>, choose: (file: File) => void): void {
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
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
    // Out of the window.
    window.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget ?? mark(false), { signal });
    const early = element.querySelector<HTMLInputElement>("input[type=file]");
    const [chosen] = early?.files ?? [];
    if (early && chosen) {
      // oxlint-disable-next-line soria/field-in-use -- the file was taken over
      early.value = "";
      latest.current(chosen);
    }
    form.addEventListener("paste", (event) => take(event, event.clipboardData?.files), { signal });
    return () => listening.abort();
  }, [box]);
}
