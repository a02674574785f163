import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AttachedFile, attachmentProblem } from "~/domain/attachment-rules";
import { type FormSetup, LANGUAGE_FIELD, SIGNATURE_FIELD } from "~/domain/form-setup";
import { attachmentMessage, withParams } from "~/domain/message-codes";
import { formatNumber } from "~/domain/number-format";
import { paths } from "~/domain/paths";
import { type DraftPlace, readDraftFile, saveDraftFile } from "../document/draft";
import { useOnReset } from "../form/use-form-done";

interface UploadState {
  file: AttachedFile | null;
  preview?: string;
  /** Progress of the upload, 0 to 100; undefined if none is running. */
  percent?: number;
  error?: string;
}

/** Formats a size in bytes: "480 kB", "4.2 MB" of 1024 × 1024 bytes, as in the limit. */
export function fileSize(bytes: number, lng: string): string {
  const isLarge = bytes >= 1024 * 1024;
  const amount = isLarge ? bytes / (1024 * 1024) : Math.max(1, Math.round(bytes / 1024));
  return `${formatNumber(amount, lng, isLarge ? 1 : 0)} ${isLarge ? "MB" : "kB"}`;
}

function bodyOf(form: FormSetup, fields: Record<string, string | undefined>): FormData {
  const body = new FormData();
  const all = { form: form.name, [SIGNATURE_FIELD]: form.signature, ...fields };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) body.append(name, value);
  return body;
}

/** React hook that uploads a picture before its form, with XMLHttpRequest: fetch reports no upload progress. */
export function useUpload(
  of: FormSetup,
  place: DraftPlace,
  attached: AttachedFile | null | undefined,
  lost: string | undefined,
) {
  const { i18n } = useTranslation();
  const [state, setState] = useState<UploadState>({
    file: attached ?? null,
    ...(lost !== undefined && { error: withParams("support:attachment.missing", { name: lost }) }),
  });
  const [known, setKnown] = useState(attached);
  const request = useRef<XMLHttpRequest>();

  // The response to the form may contain another file, or none.
  if (known !== attached) {
    setKnown(attached);
    if (attached !== undefined && attached?.id !== state.file?.id) setState({ file: attached });
  }
  useOnReset(of.name, () => setState({ file: null }));
  const { file } = state;
  const base = of.draft?.at ?? 0;
  // A picture is input like the text: the tab's draft has it, for a reload and another language.
  useEffect(() => {
    const before = attached ? undefined : readDraftFile(place, base);
    if (before) setState((now) => (now.file || now.percent !== undefined ? now : { file: before }));
    // Only what the page began with: later states are saved below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [place, base]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (file || !isFirst.current) saveDraftFile(place, base, file);
    isFirst.current = false;
  }, [place, base, file]);
  useEffect(() => () => request.current?.abort(), []);
  const { preview } = state;
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
  }, [preview]);

  function choose(file: File): void {
    request.current?.abort();
    const { file: before } = state;
    const fail = (error: string) => setState({ file: before, error });
    const problem = attachmentProblem(file);
    if (problem) return fail(attachmentMessage(problem));

    const body = bodyOf(of, { [LANGUAGE_FIELD]: i18n.language, attachment: before?.id });
    body.append("file", file);
    const upload = new XMLHttpRequest();
    request.current = upload;
    upload.open("POST", paths.support.attachment());
    upload.responseType = "json";
    upload.upload.onprogress = ({ loaded, total }) =>
      setState({ file: before, percent: Math.floor((loaded / Math.max(1, total)) * 100) });
    upload.onload = () => {
      const result = (upload.response ?? {}) as { attachment?: AttachedFile; error?: string };
      if (result.attachment) setState({ file: result.attachment, preview: URL.createObjectURL(file) });
      else if (upload.status === 413) fail(attachmentMessage("size"));
      else fail(result.error ?? "errors:http.unexpected");
    };
    upload.onerror = () => fail("support:attachment.lost");
    setState({ file: before, percent: 0 });
    upload.send(body);
  }

  return {
    ...state,
    choose,
    /** The server has the picture no more: the page names it. */
    noteMissing(): void {
      if (file)
        setState({ file: null, error: withParams("support:attachment.missing", { name: file.name }) });
    },
    stop(): void {
      request.current?.abort();
      setState({ file: state.file });
    },
    remove(): void {
      setState({ file: null });
      if (!state.file) return;
      const body = bodyOf(of, { intent: "detach", attachment: state.file.id });
      // If this fails, nothing is lost: the server deletes the file after an hour.
      fetch(paths.support.attachment(), { method: "POST", body }).catch(() => undefined);
    },
  };
}
