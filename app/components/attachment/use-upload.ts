import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { attachmentProblem } from "~/domain/attachment-rules";
import { type FormOpening, LANGUAGE_FIELD, STAMP_FIELD } from "~/domain/form-answer";
import { attachmentMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { useOnReset } from "../form/use-form-done";

/** A file that the server keeps for the form. `size` in bytes. */
export interface AttachedFile {
  id: string;
  name: string;
  size: number;
}

export interface UploadState {
  file: AttachedFile | null;
  /** An address of the picture as the visitor's own machine has it. */
  preview?: string;
  /** 0 to 100 while a file is on its way. */
  percent?: number;
  /** A message key. */
  error?: string;
}

/** Takes it from the server too, which would keep it for an hour; so when this does not arrive, nothing is lost. */
function forget(of: FormOpening, { id }: AttachedFile): void {
  const body = new FormData();
  body.append("form", of.name);
  body.append(STAMP_FIELD, of.stamp);
  body.append("intent", "detach");
  body.append("attachment", id);
  fetch(paths.support.attachment(), { method: "POST", body }).catch(() => undefined);
}

/**
 * Sends a picture ahead of its form, so that its problems show at once and the form itself is small. What the form
 * needs afterwards is the id. XMLHttpRequest, because fetch does not tell how far an upload has come.
 *
 * @param of the form that it is for: refused when that is not for whoever is signed in now
 * @param attached what the server's answer to the form says that it keeps; undefined when it has not said anything
 */
export function useUpload(of: FormOpening, attached: AttachedFile | null | undefined) {
  const { i18n } = useTranslation();
  const [state, setState] = useState<UploadState>({ file: attached ?? null });
  const [known, setKnown] = useState(attached);
  const request = useRef<XMLHttpRequest>();
  const preview = useRef<string>();

  // The server's answer to the form may bring another file, or none.
  if (known !== attached) {
    setKnown(attached);
    if (attached !== undefined && attached?.id !== state.file?.id) setState({ file: attached });
  }
  useOnReset(of.name, () => setState({ file: null }));
  useEffect(
    () => () => {
      request.current?.abort();
      if (preview.current) URL.revokeObjectURL(preview.current);
    },
    [],
  );

  function show(file: Blob): string {
    if (preview.current) URL.revokeObjectURL(preview.current);
    return (preview.current = URL.createObjectURL(file));
  }

  function choose(file: File): void {
    request.current?.abort();
    const { file: before } = state;
    const fail = (error: string) => setState({ file: before, error });
    const problem = attachmentProblem(file);
    if (problem) return fail(attachmentMessage(problem));

    const body = new FormData();
    body.append("form", of.name);
    body.append(STAMP_FIELD, of.stamp);
    body.append(LANGUAGE_FIELD, i18n.language);
    body.append("file", file);
    if (before) body.append("attachment", before.id);
    const upload = new XMLHttpRequest();
    request.current = upload;
    upload.open("POST", paths.support.attachment());
    upload.responseType = "json";
    upload.upload.onprogress = ({ loaded, total }) =>
      setState({ file: before, percent: Math.floor((loaded / Math.max(1, total)) * 100) });
    upload.onload = () => {
      const answer = (upload.response ?? {}) as { attachment?: AttachedFile; error?: string };
      if (answer.attachment) setState({ file: answer.attachment, preview: show(file) });
      else if (upload.status === 413) fail(attachmentMessage("size"));
      else fail(answer.error ?? "errors:http.unexpected");
    };
    upload.onerror = () => fail("support:attachment.lost");
    setState({ file: before, percent: 0 });
    upload.send(body);
  }

  return {
    ...state,
    choose,
    stop(): void {
      request.current?.abort();
      setState({ file: state.file });
    },
    remove(): void {
      if (state.file) forget(of, state.file);
      setState({ file: null });
    },
  };
}
